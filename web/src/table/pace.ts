/** One event after the other: what comes while another still moves is shown after it.
 *
 * Only pictures and sounds wait. What one is asked, the clock and the words for those who listen
 * are there at once, and whoever presses anything sees the end at once. When too much waits, the
 * last event is shown at once; so is everything when motion is off.
 */

import { batch, effect, signal, untracked } from "@preact/signals";
import { moves } from "../settings";
import { latest, table } from "../store";
import type { TableLine } from "./lines";

/** Milliseconds that an event moves; the style sheet moves it. */
const MOVES: Partial<Record<TableLine["type"], number>> = {
  draw: 120,
  discard: 160,
  pong: 200,
  kong: 200,
  win: 200,
};
/** With so many events waiting, all are shown. */
const MOST_WAITING = 3;
/** What is part of the event before it. */
const PARTS: ReadonlySet<TableLine["type"]> = new Set(["pass", "payment"]);

/** How many lines of the hand are shown. */
export const seen = signal(0);
/** The lines that have just come into sight. */
export const appeared = signal<readonly TableLine[]>([]);
/** The sums as they are shown: what a payment brings is in them when it is seen. */
export const shownPoints = signal<readonly number[] | null>(null);

/** Runs while an event moves. */
let timer = 0;

function lines(): readonly TableLine[] {
  return table.peek()?.lines ?? [];
}

function lasts(line: TableLine | undefined): number {
  return line === undefined ? 0 : (MOVES[line.type] ?? 0);
}

/** Show all up to a line, and go on when what moves has moved. */
function show(end: number): void {
  const fresh = lines().slice(seen.peek(), end);
  const pays = lines()
    .slice(end)
    .some((line) => line.type === "payment" || line.type === "result");
  batch(() => {
    seen.value = end;
    if (!pays) shownPoints.value = table.peek()?.points ?? null;
    if (fresh.length > 0) appeared.value = fresh;
  });
  stop();
  const time = moves() ? Math.max(0, ...fresh.map(lasts)) : 0;
  timer = time === 0 ? 0 : window.setTimeout(ended, time);
  if (time === 0 && end < lines().length) next();
}

function ended(): void {
  timer = 0;
  if (seen.peek() < lines().length) next();
}

/** Show the next event with what is part of it. */
function next(): void {
  const all = lines();
  let end = seen.peek() + 1;
  while (PARTS.has(all[end]?.type ?? "hand")) end += 1;
  show(end);
}

/** Show all that has come, and what follows as soon as it comes: somebody has pressed something. */
export function showAll(): void {
  if (seen.peek() < lines().length) show(lines().length);
  stop();
}

function stop(): void {
  window.clearTimeout(timer);
  timer = 0;
}

function come(from: number, isSnapshot: boolean): void {
  // A hand that begins, and a table that comes anew, leave nothing to wait for.
  if (from === 0) {
    stop();
    seen.value = isSnapshot ? lines().length : 0;
  }
  const fresh = lines().slice(seen.peek());
  const moving = fresh.filter((line) => lasts(line) > 0).length;
  const waiting = timer === 0 ? moving - 1 : moving;
  if (fresh.length === 0) shownPoints.value = table.peek()?.points ?? null;
  else if (!moves() || waiting >= MOST_WAITING) show(lines().length);
  else if (timer === 0) next();
}

effect(() => {
  const { from, lines: fresh } = latest.value;
  untracked(() => come(from, fresh.length === 0));
});
