/** What happens at the table, in words: for the log, the prompt line and those who listen. */

import { figure, t } from "../texts";
import type { Entry, ResultLine, TableLine } from "./lines";
import { family } from "./seats";

type Names = readonly string[];

/** A line as a sentence; null for what needs no words of its own. */
export function eventText(line: TableLine, names: Names, ruleset: string): string | null {
  const name = "seat" in line ? (names[line.seat] ?? "") : "";
  switch (line.type) {
    case "hand":
      return t("event.hand", { number: line.number, name: names[line.dealer] ?? "" });
    case "discard":
      return t(line.ready === true ? "event.declare" : "event.discard", { name, tile: line.tile });
    case "pong":
      return t("event.pong", { name, tile: line.tile });
    case "kong":
      return t("event.kong", {
        name,
        kong: t(`kong.${family(ruleset)}_${line.kind}`),
        tile: line.tile,
      });
    case "win":
      return winText(line, names);
    case "exhausted":
      return t("event.exhausted");
    case "left":
      return t("event.left", { name });
    case "returned":
      return t("event.returned", { name });
    case "auto":
      return t(line.on ? "event.auto_on" : "event.auto_off", { name });
    case "vote":
      return t(line.yes ? "event.vote_yes" : "event.vote_no", { name });
    case "vote_lapsed":
      return t("event.vote_lapsed");
    case "closing":
      return t("event.closing");
    default:
      return null;
  }
}

function winText(line: Extract<TableLine, { type: "win" }>, names: Names): string {
  const facts = {
    name: names[line.seat] ?? "",
    tile: line.tile,
    source: line.source == null ? "" : (names[line.source] ?? ""),
  };
  if (line.by === "self_draw") return t("event.win_self_draw", facts);
  return t(line.by === "discard" ? "event.win_discard" : "event.win_robbed", facts);
}

/** Who has won with what, and who pays: as it is heard. */
export function resultText(result: ResultLine, names: Names): string {
  return result.winners
    .map((winner) => {
      const facts = {
        name: names[winner.seat] ?? "",
        pattern: winner.pattern,
        fan: winner.fan,
        source: winner.source === null ? "" : (names[winner.source] ?? ""),
      };
      return t(winner.source === null ? "event.result_all_pay" : "event.result_one_pays", facts);
    })
    .join(t("event.then"));
}

/** Who has paid how much to whom within the hand. */
export function paymentText(entries: readonly Entry[], names: Names): string {
  const [first] = entries;
  if (first === undefined) return "";
  const isOne = entries.every((entry) => entry.to === first.to && entry.points === first.points);
  const payers = entries.map((entry) => names[entry.from] ?? "").join(t("hand.comma"));
  if (isOne) {
    return t("event.paid", {
      payers,
      name: names[first.to] ?? "",
      points: figure(first.points),
    });
  }
  return entries
    .map((entry) =>
      t("event.paid", {
        payers: names[entry.from] ?? "",
        name: names[entry.to] ?? "",
        points: figure(entry.points),
      }),
    )
    .join(t("event.then"));
}
