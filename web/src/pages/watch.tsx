import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { follow } from "../following";
import { Card, Page } from "../parts/frame";
import { go, href } from "../router";
import { t, told } from "../texts";

/** A link to watch: to the table as soon as something is played there. */
export function WatchPage({ watchKey }: { watchKey: string }): JSX.Element {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(
    () =>
      follow({
        first: { type: "enter", watch: watchKey },
        onNews: (news) => {
          if (news.type !== "watched") return;
          const { game, status } = news.room;
          if (game && status === "playing") go(`/table/${game}?watch=${encodeURIComponent(watchKey)}`, true);
          else setProblem(t("watch.none"));
        },
        onRefused: (key, facts) => setProblem(told(key, facts)),
      }),
    [watchKey],
  );
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
