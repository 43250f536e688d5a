// The matches that have been played, and what they add up to.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ask, askText, reason } from "../api";
import { kept } from "../kept";
import { Card, Page } from "../parts/frame";
import type { MatchSummary, MatchesAnswer } from "../protocol/http";
import { href } from "../router";
import { say } from "../store";
import { type Key, figure, known, language, playerName, t, told } from "../texts";
import { rulesetTitle } from "./choosing";
import { HistoryTabs } from "./history-tabs";

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
      {matches?.map((match) => <Match match={match} key={match.game} />)}
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

function Match({ match }: { match: MatchSummary }): JSX.Element {
  const over = match.standings != null;
  const facts = [
    new Date(match.created_ms).toLocaleString(language.value, { dateStyle: "medium", timeStyle: "short" }),
    over ? t("history.hands_played", { count: match.hands_played ?? 0 }) : t("history.playing"),
  ];
  const ending = `history.ended_${match.reason}`;
  if (match.reason && match.reason !== "played" && known(ending)) facts.push(told(ending as Key));
  return (
    <section class="card match">
      <div class="card-head">
        <h2>{rulesetTitle(match.ruleset)}</h2>
        <span class="note">{facts.join(" · ")}</span>
      </div>
      {match.standings && (
        <ol class="standings">
          {[...match.standings]
            .sort((one, other) => one.place - other.place)
            .map((one) => (
              <li key={one.seat} class={one.seat === match.seat ? "own" : ""}>
                <span class="note">{t("history.place", { place: one.place })}</span>
                <bdi class="name">{one.player === null ? one.name : playerName(one.player)}</bdi>
                <b class={one.points < 0 ? "loss" : one.points > 0 ? "gain" : ""}>{figure(one.points, true)}</b>
                {match.coins_per_point > 0 && (
                  <span class="note">{t("history.coins", { coins: figure(one.coins, true) })}</span>
                )}
              </li>
            ))}
        </ol>
      )}
      <div class="buttons">
        {over ? (
          <>
            <a class="button small" href={href(`/replay/${match.game}`)}>
              {t("history.replay")}
            </a>
            <button class="button small" onClick={() => void download(match.game)}>
              {t("history.record")}
            </button>
          </>
        ) : (
          <a class="button claim small" href={href(`/table/${match.game}`)}>
            {t("history.go_on")}
          </a>
        )}
      </div>
    </section>
  );
}

/** Save the record of a match as a file. */
async function download(game: string): Promise<void> {
  try {
    const record = await askText(`/api/matches/${game}/record`);
    const address = URL.createObjectURL(new Blob([record], { type: "application/jsonl" }));
    const anchor = document.createElement("a");
    anchor.href = address;
    anchor.download = `${game}.jsonl`;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  } catch (error) {
    say(reason(error));
  }
}
