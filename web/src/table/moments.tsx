/** What lasts for a moment: the turned-over tile, sums on their way, the dice, phrases. */

import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { moves } from "../settings";
import { said, table } from "../store";
import { Tile, UNKNOWN } from "../tiles";
import { figure, t } from "../texts";
import type { Entry, ResultLine, TableLine } from "./lines";
import { wallBreak } from "./extras";
import { names, shown } from "./live";
import { appeared } from "./pace";
import { play, type Sound } from "./sounds";

const TURNS = 600;
const STAYS = 1200;
/** Milliseconds that the turned-over tile is seen. */
export const CHICKEN_LASTS = TURNS + STAYS;
const NO_CHICKEN = 900;
const FLIES = 900;

/** The result whose moment has not passed; its settlement waits for that. */
export const moment = signal<ResultLine | null>(null);
/** Payments that are on their way. */
const flying = signal<readonly { key: number; entry: Entry }[]>([]);
/** Whether the hand has just been dealt. */
export const isDealt = signal(false);

let timer = 0;
let dealtTimer = 0;
let key = 0;

/** The settlement may come. */
export function endMoment(): void {
  window.clearTimeout(timer);
  moment.value = null;
}

/** Sounds come with what is seen; of several things at once the last one is heard. */
const SOUNDS: Partial<Record<TableLine["type"], Sound>> = {
  discard: "discard",
  draw: "draw",
  kong: "claim",
  pong: "claim",
  win: "win",
};

effect(() => {
  const lines = appeared.value;
  const last = [...lines].reverse().find((line) => line.type in SOUNDS);
  if (last !== undefined) play(SOUNDS[last.type] ?? "draw");
  for (const line of lines) {
    if (line.type === "result") {
      const result: ResultLine = line;
      moment.value = result;
      window.clearTimeout(timer);
      const lasts = result.chickens.flipped === null ? NO_CHICKEN : CHICKEN_LASTS;
      if (result.chickens.flipped !== null) play("chicken");
      timer = window.setTimeout(endMoment, lasts);
    } else if (line.type === "payment") {
      flying.value = line.entries.map((entry) => ({ key: (key += 1), entry }));
    } else if (line.type === "hand") {
      endMoment();
      isDealt.value = true;
      window.clearTimeout(dealtTimer);
      dealtTimer = window.setTimeout(() => (isDealt.value = false), 3500);
    }
  }
});

const SAID = 4000;
effect(() => {
  const heard = said.value;
  if (heard === null) return;
  window.setTimeout(() => {
    if (said.peek() === heard) said.value = null;
  }, SAID);
});

let turnBefore: number | undefined;
effect(() => {
  const prompt = table.value?.prompt;
  if (prompt?.id === turnBefore) return;
  turnBefore = prompt?.id;
  if (prompt != null && prompt.codes.length > 0) play("turn");
});

/** The turned-over tile and the kind that it makes a chicken; nothing where none is turned over. */
export function TurnedOver({ result, onEnd }: { result: ResultLine; onEnd: () => void }) {
  const { flipped, kind, golden } = result.chickens;
  if (flipped === null) return null;
  return (
    <button type="button" class="table-moment" onClick={onEnd}>
      <span class="table-turning">
        <Tile tile={UNKNOWN} class="table-turning-back" />
        <Tile tile={flipped} class="table-turning-face" />
      </span>
      <span class="table-moment-arrow" aria-hidden="true">
        →
      </span>
      {kind !== null && (
        <span class={golden ? "table-chicken is-golden" : "table-chicken"}>
          <Tile tile={kind} />
        </span>
      )}
      <span class="table-moment-words">
        {kind === null ? "" : t(golden ? "moment.golden" : "moment.chicken", { tile: kind })}
      </span>
    </button>
  );
}

/** The moment of the tile that has just been turned over. */
export function ChickenMoment() {
  return moment.value === null ? null : <TurnedOver result={moment.value} onEnd={endMoment} />;
}

/** The dice of the hand and where they break the wall, right after the deal. */
export function DiceMoment() {
  const position = shown.value;
  if (position === null || !isDealt.value) return null;
  const [first, second] = position.dice;
  const broken = wallBreak.value;
  return (
    <div class="table-dealt" aria-hidden="true">
      <Die pips={first} />
      <Die pips={second} />
      {broken !== null && (
        <span>{t("wall.from", { name: names.value[broken.seat] ?? "" })}</span>
      )}
    </div>
  );
}

const PIPS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[10, 10]],
  2: [[5.5, 5.5], [14.5, 14.5]],
  3: [[5.5, 5.5], [10, 10], [14.5, 14.5]],
  4: [[5.5, 5.5], [14.5, 5.5], [5.5, 14.5], [14.5, 14.5]],
  5: [[5.5, 5.5], [14.5, 5.5], [10, 10], [5.5, 14.5], [14.5, 14.5]],
  6: [[5.5, 5], [14.5, 5], [5.5, 10], [14.5, 10], [5.5, 15], [14.5, 15]],
};

/** A die, drawn. */
export function Die({ pips }: { pips: number }) {
  return (
    <svg class="table-die" viewBox="0 0 20 20" role="img" aria-label={`${pips}`}>
      <rect x="1" y="1" width="18" height="18" rx="4" />
      {(PIPS[pips] ?? []).map(([x, y], at) => (
        <circle key={at} cx={x} cy={y} r="2" />
      ))}
    </svg>
  );
}

function centre(seat: number): { x: number; y: number } | null {
  const box = document.querySelector(`.table-plate[data-seat="${seat}"]`)?.getBoundingClientRect();
  return box === undefined ? null : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** One sum on its way from the plate of who pays to that of who gets it. */
function Chip({ entry, onEnd }: { entry: Entry; onEnd: () => void }) {
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const from = centre(entry.from);
    const to = centre(entry.to);
    const chip = element.current;
    if (chip === null || from === null || to === null || chip.animate === undefined) {
      onEnd();
      return;
    }
    const at = ({ x, y }: { x: number; y: number }) => `translate(${x}px, ${y}px)`;
    const steps = moves()
      ? [
          { transform: at(from), opacity: 0 },
          { transform: at(from), opacity: 1, offset: 0.15 },
          { transform: at(to), opacity: 1, offset: 0.75 },
          { transform: at(to), opacity: 0 },
        ]
      : [{ transform: at(to), opacity: 1 }, { transform: at(to), opacity: 1 }];
    chip.animate(steps, { duration: FLIES, easing: "ease-in-out", fill: "both" }).onfinish = onEnd;
  }, []);
  return (
    <span class="table-chip" ref={element} aria-hidden="true">
      {figure(entry.points, true)}
    </span>
  );
}

/** The sums that are paid at once, on their way between the plates. */
export function Chips() {
  return (
    <div class="table-chips">
      {flying.value.map(({ key: own, entry }) => (
        <Chip
          key={own}
          entry={entry}
          onEnd={() => (flying.value = flying.value.filter((each) => each.key !== own))}
        />
      ))}
    </div>
  );
}
