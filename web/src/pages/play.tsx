import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { reason } from "../api";
import { Card, Page } from "../parts/frame";
import { href } from "../router";
import { t } from "../texts";
import { quickPlay } from "./quick-play";

/** A table against three built-in players, at once. */
export function PlayPage(): JSX.Element {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    quickPlay(true).catch((error: unknown) => setProblem(reason(error)));
  }, []);
  return (
    <Page title={t("play.title")} back="/">
      <Card>
        <p role="status">{problem ?? t("play.wait")}</p>
        {problem && (
          <a class="button" href={href("/")}>
            {t("do.to_lobby")}
          </a>
        )}
      </Card>
    </Page>
  );
}
