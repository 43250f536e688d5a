// One match: when it was, how it ended, and what can be done with it.
import type { JSX } from "preact";
import { askText, reason } from "../api";
import type { MatchSummary } from "../protocol/http";
import { toldApart } from "../naming";
import { href } from "../router";
import { say } from "../store";
import { figure, known, language, playerName, t, told } from "../texts";
import { rulesetTitle } from "./choosing";

export function isOver(match: MatchSummary): boolean {
  return match.standings != null;
}

type Standing = NonNullable<MatchSummary["standings"]>[number];

/** The seats by the names that they were called at the table. */
function named(standings: readonly Standing[]): Standing[] {
  const bySeat = [...standings].sort((one, other) => one.seat - other.seat);
  const names = toldApart(
    bySeat.map((one) => (one.player === null ? one.name : playerName(one.player))),
  );
  return bySeat.map((one, at) => ({ ...one, name: names[at] ?? "" }));
}

export function MatchCard({ match }: { match: MatchSummary }): JSX.Element {
  const over = isOver(match);
  const facts = [
    new Date(match.created_ms).toLocaleString(language.value, { dateStyle: "medium", timeStyle: "short" }),
    over ? t("history.hands_played", { count: match.hands_played ?? 0 }) : t("history.playing"),
  ];
  const ending = `history.ended_${match.reason}`;
  if (match.reason && match.reason !== "played" && known(ending)) facts.push(told(ending));
  return (
    <section class="card match">
      <div class="card-head">
        <h2>{rulesetTitle(match.ruleset)}</h2>
        <span class="note">{facts.join(" · ")}</span>
      </div>
      {match.standings && (
        <ol class="standings">
          {named(match.standings)
            .sort((one, other) => one.place - other.place)
            .map((one) => (
              <li key={one.seat} class={one.seat === match.seat ? "own" : ""}>
                <span class="note">{t("history.place", { place: one.place })}</span>
                <bdi class="name">{one.name}</bdi>
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
