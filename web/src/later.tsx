// Pages that are loaded when they are first shown.
import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { keep, kept } from "./kept";
import { Card, Page } from "./parts/frame";
import { t } from "./texts";

const TRIES_AFTER_MS = [500, 1500, 4000];
const RELOADED = "reloaded";
const RELOAD_AGAIN_MS = 30_000;

interface LaterProps<Props extends object> {
  load: () => Promise<ComponentType<Props>>;
  props: Props;
}

export function Later<Props extends object>({ load, props }: LaterProps<Props>): JSX.Element | null {
  const [found, setFound] = useState<{ load: unknown; page: ComponentType<Props> | null } | null>(null);
  useEffect(() => {
    let timer = 0;
    let wanted = true;
    const attempt = (tries: number) => {
      load().then(
        (page) => wanted && setFound({ load, page }),
        () => {
          const delay = TRIES_AFTER_MS[tries];
          if (!wanted) return;
          if (delay !== undefined) timer = window.setTimeout(() => attempt(tries + 1), delay);
          else if (!reloaded()) setFound({ load, page: null });
        },
      );
    };
    attempt(0);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [load]);
  if (found?.load !== load) return null;
  const Shown = found.page;
  return Shown ? <Shown {...props} /> : <Missing />;
}

/** A newer server has other files: the page is loaded anew, but not again and again. */
function reloaded(): boolean {
  const before = Number(kept(RELOADED) ?? 0);
  if (Date.now() - before < RELOAD_AGAIN_MS) return false;
  keep(RELOADED, String(Date.now()));
  location.reload();
  return true;
}

function Missing(): JSX.Element {
  return (
    <Page title={t("app.title")}>
      <Card>
        <div class="stack">
          <p role="alert">{t("net.unreachable")}</p>
          <button class="button" onClick={() => location.reload()}>
            {t("do.again")}
          </button>
        </div>
      </Card>
    </Page>
  );
}
