import { Tile } from "../tiles";
import { table } from "../store";
import { figure, t, told } from "../texts";
import type { Entry } from "./lines";
import { now } from "./extras";
import { names, scores, shown } from "./live";
import { SEATS } from "./position";
import { family } from "./seats";
import { eventText } from "./words";

interface Mark {
  readonly key: string;
  readonly tile: string;
  readonly name: string;
  readonly what: string;
}

/** The kongs that lie there, in the order of the seats. */
function beans(): Mark[] {
  const position = shown.value;
  if (position === null) return [];
  const words = family(position.ruleset);
  return position.places.flatMap((place, seat) =>
    place.melds.flatMap((meld): Mark[] => {
      if (meld.kind === "pong") return [];
      const what = t(`kong.${words}_${meld.kind}`);
      return [{ key: `${seat}${meld.tile}`, tile: meld.tile, name: names.value[seat] ?? "", what }];
    }),
  );
}

/** Marks of the first yaoji, as the server gives them. */
function chickens(): Mark[] {
  const marks: Mark[] = [];
  const charge = now.value?.charge;
  if (charge != null) {
    const name = names.value[charge] ?? "";
    marks.push({ key: "charge", tile: "1s", name, what: t("beans.charge") });
  }
  const responsible = now.value?.responsible;
  if (responsible != null) {
    const [from, to] = responsible;
    const what = t("beans.responsible", { name: names.value[to] ?? "" });
    marks.push({ key: "responsible", tile: "1s", name: names.value[from] ?? "", what });
  }
  return marks;
}

/** What was paid within the hand, entry by entry, as the server has sent it. */
function payments(): Entry[] {
  return (shown.value?.happenings ?? []).flatMap(({ line }) =>
    line.type === "payment" ? [...line.entries] : [],
  );
}

/** Beans and chickens as they have arisen. */
export function Beans() {
  const position = shown.value;
  const marks = [...beans(), ...chickens()];
  const paid = payments();
  const isAtOnce = family(position?.ruleset ?? "") === "duyun";
  return (
    <>
      <p class="table-panel-note">{t(isAtOnce ? "beans.at_once" : "beans.at_win")}</p>
      {marks.length === 0 && <p>{t("beans.none")}</p>}
      <ul class="table-marks">
        {marks.map((mark) => (
          <li key={mark.key}>
            <Tile tile={mark.tile} size={24} />
            <bdi>{mark.name}</bdi>
            <span>{mark.what}</span>
          </li>
        ))}
      </ul>
      {paid.length > 0 && (
        <ul class="table-marks is-paid">
          {paid.map((entry, at) => (
            <li key={at}>
              <span>
                <bdi>{names.value[entry.from]}</bdi> → <bdi>{names.value[entry.to]}</bdi>
              </span>
              <span>{told(`reason.${entry.reason}`)}</span>
              <b>{figure(entry.points)}</b>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What has happened in the hand so far, the newest at the foot. */
export function Log({ most }: { most: number }) {
  const position = shown.value;
  if (position === null) return null;
  const said = position.happenings.flatMap(({ at, line }) => {
    const text = eventText(line, names.value, position.ruleset);
    return text === null ? [] : [{ at, text, tile: "tile" in line ? line.tile : null }];
  });
  return (
    <ol class="table-log">
      {said.slice(-most).map(({ at, text, tile }) => (
        <li key={at}>
          {tile === null ? <span class="table-log-gap" /> : <Tile tile={tile} size={20} />}
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}

/** The sums of all four, best first, and who is there. */
export function Scores() {
  const model = table.value;
  if (model === null) return null;
  const order = [...SEATS].sort((one, other) => (scores.value[other] ?? 0) - (scores.value[one] ?? 0));
  return (
    <table class="table-scores">
      <caption class="unseen">{t("scores.title")}</caption>
      <tbody>
        {order.map((seat) => {
          const state = model.seats[seat];
          const isPerson = model.match.players[seat]?.kind === "person";
          const isAway = isPerson && model.seat !== seat && model.connected[seat] !== true;
          const word = state?.absent === true ? t("table.absent") : isAway ? t("table.away") : "";
          return (
            <tr key={seat}>
              <th scope="row">
                <bdi>{names.value[seat]}</bdi> {isPerson ? "" : <small>{t("scores.built_in")}</small>}
              </th>
              <td>{word}</td>
              <td class="table-figure">{figure(scores.value[seat] ?? 0, true)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
