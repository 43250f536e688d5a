// What is replayed: a match or a file, as the server has made it ready, from one view after another.
import { ask, type Method } from "../api";
import type { Replay, ReplayHand, ReplayStep } from "../protocol/http";
import type { MatchLine } from "../protocol/messages";
import type { TableLine } from "../table/lines";
import type { Viewer } from "../table/position";

export type View = "open" | "0" | "1" | "2" | "3";
export const VIEWS: readonly View[] = ["open", "0", "1", "2", "3"];

/** Where a replay comes from. */
export type Source = { game: string; watch: string | null } | { record: string };

/** Where one is in a replay: the hand by its place, and the line of the record. */
export interface Place {
  hand: number;
  line: number;
}

export function viewerOf(view: View): Viewer {
  return view === "open" ? "open" : Number(view);
}

export function viewOf(text: string | null): View {
  return VIEWS.find((view) => view === text) ?? "open";
}

/** The replay from a view. Throws `Problem`. */
export async function fetchReplay(source: Source, view: View): Promise<Replay> {
  if ("record" in source) {
    return ask<Replay>("POST" satisfies Method, "/api/replay", { record: source.record, view });
  }
  const headers: Record<string, string> = source.watch === null ? {} : { "X-Watch-Key": source.watch };
  const game = encodeURIComponent(source.game);
  return ask<Replay>("GET", `/api/matches/${game}/replay?view=${view}`, undefined, headers);
}

/** The line that a step shows. */
export function eventOf(step: ReplayStep): TableLine {
  return step.event as unknown as TableLine;
}

/** The same as a live table would show it: a settlement with the hands laid open and its sheet. */
export function shownLine(hand: ReplayHand, step: ReplayStep): TableLine {
  const event = eventOf(step);
  const { sheet } = hand;
  if (event.type !== "result" || sheet === null) return event;
  return { ...event, sheet, hands: sheet.seats.map((seat) => seat.tiles) };
}

export function matchOf(replay: Replay): MatchLine {
  return replay.match as unknown as MatchLine;
}

/** The place of the last step of a hand that is not after a line of the record. */
export function stepAt(hand: ReplayHand, line: number): number {
  let found = 0;
  hand.steps.forEach((step, at) => {
    if (step.line <= line) found = at;
  });
  return found;
}

/** What a tick on the scrubber stands for. */
export type MarkKind = "kong" | "declared" | "win";

export interface Mark {
  at: number;
  kind: MarkKind;
}

export function marksOf(hand: ReplayHand): Mark[] {
  const found: Mark[] = [];
  hand.steps.forEach((step, at) => {
    const event = eventOf(step);
    if (event.type === "kong") found.push({ at, kind: "kong" });
    else if (event.type === "win") found.push({ at, kind: "win" });
    else if (event.type === "discard" && event.ready === true) found.push({ at, kind: "declared" });
  });
  return found;
}
