/** What a person at the table does with hand and claims, before the server hears of it. */

import { computed, effect, signal } from "@preact/signals";
import { act, send } from "../connection";
import { answering, canAct, table } from "../store";
import { settings } from "../settings";
import {
  discardCode,
  isOwnTurn,
  mayDeclare,
  mayDiscard,
  type Offer,
  offers,
  PASS,
  WIN,
} from "./codes";
import { codes, ownDrawn, ownTiles } from "./live";

interface Lift {
  readonly at: number;
  readonly tile: string;
}

const lift = signal<Lift | null>(null);

/** The place of the tile that is lifted, as long as it still lies there; -1 for none. */
export const lifted = computed(() => {
  const now = lift.value;
  return now !== null && ownTiles.value[now.at] === now.tile ? now.at : -1;
});

/** Whether the next discard declares ready. */
export const declaring = signal(false);
/** Whether the first of the two taps that decline a win has been made. */
export const isSure = signal(false);
/** The prompt whose offers have been put aside in one's own turn. */
const aside = signal<number | null>(null);
/** The kong that the keyboard has come to. */
export const chosenKong = signal(-1);

/** A win is the only thing that may be done. */
export const isForced = computed(() => codes.value.length === 1 && codes.value[0] === WIN);

/** What is offered besides discards. In one's own turn it may be put aside. */
export const offered = computed<readonly Offer[]>(() => {
  const prompt = table.value?.prompt;
  if (prompt == null || aside.value === prompt.id) return [];
  return offers(prompt.codes);
});

export const isWinOffered = computed(() => offered.value.some((each) => each.code === WIN));
export const canDeclare = computed(() => mayDeclare(codes.value));
export const isMyTurn = computed(() => isOwnTurn(codes.value));

let promptBefore: number | undefined;
effect(() => {
  const id = table.value?.prompt?.id;
  if (id === promptBefore) return;
  promptBefore = id;
  declaring.value = false;
  isSure.value = false;
  chosenKong.value = -1;
});

/** Whether the tile at a place may be thrown as things are. */
export function mayThrow(at: number): boolean {
  const tile = ownTiles.value[at];
  return tile !== undefined && mayDiscard(codes.value, tile, declaring.value);
}

export function liftAt(at: number): void {
  const tile = ownTiles.value[at];
  lift.value = tile === undefined ? null : { at, tile };
}

export function putDown(): void {
  lift.value = null;
  declaring.value = false;
  isSure.value = false;
  chosenKong.value = -1;
}

/** Throw the tile at a place. */
export function throwAt(at: number): void {
  const tile = ownTiles.value[at];
  if (tile === undefined || !canAct.value || !mayThrow(at)) return;
  lift.value = null;
  void act(discardCode(tile, declaring.value));
}

/** A tap on a tile: it is lifted, and thrown when it was. `count` is the click's own. */
export function tapAt(at: number, count: number): void {
  endAuto();
  const isSingle = settings.value.tap === "one" && !isWinOffered.value;
  if (isSingle && canAct.value && mayThrow(at)) {
    // The second click of a double click is no second throw.
    if (count <= 1) throwAt(at);
    return;
  }
  if (lifted.value === at && canAct.value && mayThrow(at)) throwAt(at);
  else liftAt(at);
}

/** Move the lift along the hand. */
export function moveLift(by: number): void {
  const count = ownTiles.value.length;
  if (count === 0) return;
  const from = lifted.value;
  const start = by > 0 ? -1 : count;
  liftAt(((from < 0 ? start : from) + by + count) % count);
}

/** Throw the tile just drawn. */
export function throwDrawn(): void {
  if (ownDrawn.value !== null) throwAt(ownTiles.value.length - 1);
}

/** Take what is offered; declining a win takes two taps. */
export function choose(code: number): void {
  if (!canAct.value) return;
  if (code === PASS || code === ASIDE) {
    if (isWinOffered.value && !isSure.value) {
      isSure.value = true;
      return;
    }
    isSure.value = false;
    if (code === ASIDE) {
      aside.value = table.value?.prompt?.id ?? null;
      return;
    }
  }
  void act(code);
}

/** In one's own turn there is no pass: the offers are put aside. */
export const ASIDE = -1;

export function toggleDeclaring(): void {
  if (canDeclare.value) declaring.value = !declaring.value;
}

/** Any own action ends auto-play. */
export function endAuto(): void {
  const model = table.value;
  if (model === null || model.seat === null || answering.value) return;
  if (model.seats[model.seat]?.auto === true) void send({ type: "auto", on: false });
}
