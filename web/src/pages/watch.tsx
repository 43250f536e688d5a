import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Problem, ask } from "../api";
import { Card, Page } from "../parts/frame";
import type { WatchAnswer } from "../protocol/http";
import { go, href } from "../router";
import { t } from "../texts";

const LOOK_AGAIN_MS = 4_000;

/** A link to watch: to the table as soon as something is played there. */
export function WatchPage({ watchKey }: { watchKey: string }): JSX.Element {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let timer = 0;
    let wanted = true;
    const look = async () => {
      try {
        const { game, status } = await ask<WatchAnswer>("POST", "/api/watch", { key: watchKey });
        if (!wanted) return;
        if (game && status === "playing") {
          go(`/table/${game}?watch=${encodeURIComponent(watchKey)}`, true);
          return;
        }
        setProblem(t("watch.none"));
      } catch (error) {
        if (!wanted) return;
        setProblem(error instanceof Problem ? error.text : t("net.failed"));
        if (error instanceof Problem && error.status >= 400) return;
      }
      timer = window.setTimeout(() => void look(), LOOK_AGAIN_MS);
    };
    void look();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [watchKey]);
  return (
    <Page title={t("watch.title")} back="/">
      {problem && (
        <Card>
          <div class="stack">
            <p role="status">{problem}</p>
            <a class="button" href={href("/")}>
              {t("do.to_lobby")}
            </a>
          </div>
        </Card>
      )}
    </Page>
  );
}
