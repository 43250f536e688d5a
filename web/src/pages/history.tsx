// The matches that have been played, and what they add up to.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ask, reason } from "../api";
import { kept } from "../kept";
import { Card, Page } from "../parts/frame";
import type { MatchSummary, MatchesAnswer } from "../protocol/http";
import { href } from "../router";
import { say } from "../store";
import { t } from "../texts";
import { HistoryTabs } from "./history-tabs";
import { MatchCard } from "./match-card";

const ALL_LISTED = 50;

export function HistoryPage(): JSX.Element {
  const [matches, setMatches] = useState<readonly MatchSummary[] | null>(null);
  const [more, setMore] = useState(false);
  const load = async (before?: number) => {
    if (!kept("token")) {
      setMatches([]);
      return;
    }
    try {
      const query = before === undefined ? "" : `?before=${before}`;
      const found = (await ask<MatchesAnswer>("GET", `/api/people/me/matches${query}`)).matches;
      setMatches((seen) => (before === undefined ? found : [...(seen ?? []), ...found]));
      setMore(found.length >= ALL_LISTED);
    } catch (error) {
      setMatches((seen) => seen ?? []);
      say(reason(error));
    }
  };
  useEffect(() => void load(), []);
  return (
    <Page title={t("history.title")}>
      <HistoryTabs />
      {matches?.length === 0 && (
        <Card>
          <div class="stack">
            <p>{t("history.empty")}</p>
            <a class="button win" href={href("/play")}>
              {t("lobby.start")}
            </a>
          </div>
        </Card>
      )}
      {matches?.map((match) => <MatchCard match={match} key={match.game} />)}
      {more && (
        <button class="button" onClick={() => void load(matches?.[matches.length - 1]?.created_ms)}>
          {t("history.more")}
        </button>
      )}
      <a class="button" href={href("/replay")}>
        {t("history.file")}
      </a>
    </Page>
  );
}
