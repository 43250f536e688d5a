// What a step of a replay shows, in words.
import type { TableLine } from "../table/lines";
import { eventText, paymentText } from "../table/words";
import { UNKNOWN } from "../tiles";
import { t } from "../texts";

export function sentence(line: TableLine, names: readonly string[], ruleset: string): string {
  switch (line.type) {
    case "hand":
      return t("replay.hand_starts", { number: line.number, name: names[line.dealer] ?? "" });
    case "draw": {
      const name = names[line.seat] ?? "";
      return line.tile === UNKNOWN
        ? t("replay.draws", { name })
        : t("replay.draws_tile", { name, tile: line.tile });
    }
    case "payment":
      return paymentText(line.entries, names);
    case "pass":
      return t("replay.passes", { name: names[line.seat] ?? "" });
    case "leave":
      return t("event.left", { name: names[line.seat] ?? "" });
    case "result":
      return t("replay.settled");
    default:
      return eventText(line, names, ruleset) ?? t("replay.other");
  }
}
