// What has been paid up to a step of a replay, as the record and the server tell it.
import type { JSX } from "preact";
import type { ReplayHand, ReplayStep } from "../protocol/http";
import type { EntryObject } from "../protocol/messages";
import { figure, t, told } from "../texts";
import { eventOf } from "./film";

const SEATS = [0, 1, 2, 3] as const;

/** The ledger's entries so far: those paid at once, and at the end all of them. */
export function entriesSoFar(steps: readonly ReplayStep[]): readonly EntryObject[] {
  const found: EntryObject[] = [];
  for (const step of steps) {
    const event = eventOf(step);
    if (event.type === "payment") found.push(...event.entries);
    if (event.type === "result") return event.ledger;
  }
  return found;
}

function Points({ points }: { points: number }): JSX.Element {
  const tone = points > 0 ? "gain" : points < 0 ? "loss" : "";
  return <td class={tone}>{figure(points, true)}</td>;
}

interface Props {
  hand: ReplayHand;
  step: number;
  names: readonly string[];
}

export function Ledger({ hand, step, names }: Props): JSX.Element {
  const entries = entriesSoFar(hand.steps.slice(0, step + 1));
  const here = hand.steps[step];
  return (
    <div class="replay-ledger">
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{t("replay.paid")}</th>
            <th scope="col">{t("replay.score")}</th>
          </tr>
        </thead>
        <tbody>
          {SEATS.map((seat) => (
            <tr key={seat}>
              <th scope="row">
                <bdi class="name">{names[seat]}</bdi>
              </th>
              <Points points={here?.paid[seat] ?? 0} />
              <Points points={here?.points[seat] ?? 0} />
            </tr>
          ))}
        </tbody>
      </table>
      {entries.length === 0 ? (
        <p class="note">{t("replay.ledger_none")}</p>
      ) : (
        <ul>
          {entries.map((entry, at) => (
            <li key={at}>
              <bdi>
                {t("replay.entry", {
                  payer: names[entry.from] ?? "",
                  payee: names[entry.to] ?? "",
                  points: entry.points,
                  reason: told(`reason.${entry.reason}`),
                })}
              </bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
