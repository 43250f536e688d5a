// What the page knows, as signals. What the server has sent stays as it was sent.
import { computed, signal } from "@preact/signals";
import type { PersonAnswer } from "./protocol/http";
import type { Board, MatchLine, Now, Prompt, SeatState, Update, WinRefused } from "./protocol/messages";

export type TableLine = Update["lines"][number];

export interface TableModel {
  game: string;
  /** One's own seat, null for a spectator. */
  seat: number | null;
  seq: number;
  match: MatchLine;
  phase: string;
  number: number;
  commitment: string | null;
  points: readonly number[];
  seats: readonly SeatState[];
  votes: readonly number[];
  /** Whether the hand in play is the last one, since the room is closed. */
  closing: boolean;
  endReason: string | null;
  /** Points of a fan. */
  base: number;
  coinsPerPoint: number;
  /** The code of the room; spectators are not told. */
  room: string | null;
  /** The lines of the hand in play, or of the last one; the first is its `hand` line. */
  lines: readonly TableLine[];
  /** What lay on the table when the snapshot came; `lines` tell what came since. */
  board: Board | null;
  /** What the table waits for. */
  now: Now;
  /** When `now` came, by `performance.now()`: its times count from then. */
  nowAt: number;
  prompt: Prompt | null;
  /** When the prompt came, by `performance.now()`. */
  promptAt: number;
  refusedWin: WinRefused | null;
  /** Whether the player of each seat is connected; of built-in players it says nothing. */
  connected: readonly boolean[];
}

export type LinkState = "off" | "connecting" | "open" | "lost" | "elsewhere" | "refused";

export const person = signal<PersonAnswer | null>(null);
export const linkState = signal<LinkState>("off");
/** Why the table cannot be seen, by a key of the catalogue, when `linkState` is "refused". */
export const linkProblem = signal<string | null>(null);
/** Milliseconds to the server and back, as last measured. */
export const latency = signal<number | null>(null);
export const table = signal<TableModel | null>(null);
/** What the last update has brought. */
interface Latest {
  /** The index of the first of its lines among those of the hand. */
  from: number;
  /** Its lines of the hand; after a snapshot none. */
  lines: readonly TableLine[];
  /** Its lines of the table: who has left, what is voted on. */
  notices: readonly TableLine[];
}

export const latest = signal<Latest>({ from: 0, lines: [], notices: [] });
/** What a player has just said; `at` tells the same words said twice apart. */
export const said = signal<{ seat: number; phrase: string; at: number } | null>(null);
/** Whether an answer of one's own is on its way. */
export const answering = signal(false);
export const canAct = computed(
  () =>
    linkState.value === "open" &&
    !answering.value &&
    table.value?.prompt != null &&
    table.value.prompt.codes.length > 0,
);

/** One line that shows for a while. */
export const notice = signal<string | null>(null);
let noticeTimer = 0;

export function say(text: string, seconds = 4): void {
  notice.value = text;
  clearTimeout(noticeTimer);
  noticeTimer = window.setTimeout(() => (notice.value = null), 1000 * seconds);
}
