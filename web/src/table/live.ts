/** The table in play as it is drawn: computed from what the server has sent, and nothing else. */

import { computed } from "@preact/signals";
import { toldApart } from "../naming";
import type { Player } from "../protocol/messages";
import { table } from "../store";
import { seen, shownPoints } from "./pace";
import { playerName } from "../texts";
import { type Position, position } from "./position";

/** Players by the names that are shown; several of one name are numbered. */
export function namedPlayers(players: readonly Player[]): Player[] {
  const names = toldApart(players.map((one) => playerName(one.name, one.kind !== "person")));
  return players.map((one, seat) => ({ ...one, name: names[seat] ?? "" }));
}

const match = computed(() => {
  const found = table.value?.match;
  if (found === undefined) return null;
  const players = namedPlayers(found.players);
  return { ...found, players: players as typeof found.players };
});

/** The position in play, all that has come included. Built-in players are called as in this language. */
export const current = computed<Position | null>(() => {
  const lines = table.value?.lines;
  return match.value === null || lines === undefined ? null : position(match.value, lines);
});

/** The same as far as it is shown: events that come at once are shown one after the other. */
export const shown = computed<Position | null>(() => {
  const lines = table.value?.lines;
  if (match.value === null || lines === undefined) return null;
  if (seen.value >= lines.length) return current.value;
  return position(match.value, lines.slice(0, seen.value));
});

/** What the players of the seats are called. */
export const names = computed<readonly string[]>(() => current.value?.names ?? []);

/** The seats' sums, what this hand has paid so far included: as the server counts them. */
export const scores = computed<readonly number[]>(
  () => shownPoints.value ?? table.value?.points ?? [0, 0, 0, 0],
);

/** The tiles of the own hand from left to right; the last one is just drawn when `drawn` is. */
export const ownTiles = computed<readonly string[]>(() => {
  const seat = table.value?.seat;
  const own = seat == null ? undefined : shown.value?.places[seat];
  if (own === undefined) return [];
  return own.drawn === null ? own.hand : [...own.hand, own.drawn];
});

export const ownDrawn = computed<string | null>(() => {
  const seat = table.value?.seat;
  return seat == null ? null : (shown.value?.places[seat]?.drawn ?? null);
});

/** The codes of the prompt that can still be answered. */
export const codes = computed<readonly number[]>(() => table.value?.prompt?.codes ?? []);
