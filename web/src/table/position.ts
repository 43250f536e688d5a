/** What the lines of a hand have laid on the table, as one viewer knows it.
 *
 * Lines of live play, of a snapshot and of a replay all go through here. A tile may be "?". What a
 * line says is followed and not judged: nothing here knows the rules or counts money.
 */

import { KINDS, UNKNOWN } from "../tiles";
import type { DiscardLine, Entry, KongLine, MatchLine, PongLine, ResultLine, TableLine, WinLine } from "./lines";

export const SEATS = [0, 1, 2, 3] as const;

/** A seat 0 to 3, nobody's (a spectator), or all hands open. */
export type Viewer = number | null | "open";

export type MeldKind = "pong" | KongLine["kind"];

export interface Meld {
  readonly kind: MeldKind;
  readonly tile: string;
  /** The seat that the claimed tile came from; null when all were drawn. */
  readonly source: number | null;
}

export interface Discard {
  readonly tile: string;
  /** Whether ready was declared with it. */
  readonly ready: boolean;
}

/** What one seat has. */
export interface Place {
  /** Sorted, unknown tiles last, without the tile just drawn. */
  hand: string[];
  drawn: string | null;
  melds: Meld[];
  /** The discards that nobody has claimed, in order. */
  river: Discard[];
  declared: boolean;
  /** The tile won on when it was another's. */
  won: string | null;
  /** Kongs that have not been robbed. */
  beans: number;
}

/** Something that happened, for the log and for those who listen. */
export interface Happening {
  /** The place of its line among those of the hand. */
  readonly at: number;
  readonly line: TableLine;
}

export interface Position {
  readonly ruleset: string;
  /** Planned hands; null for an open end. */
  readonly hands: number | null;
  readonly names: readonly string[];
  number: number;
  dealer: number;
  repeats: number;
  dice: readonly [number, number];
  /** Tiles left in the wall. */
  wall: number;
  places: Place[];
  /** What was paid within this hand already, by seat. */
  paid: number[];
  /** The seat that drew or claimed last. */
  turn: number | null;
  /** The seat whose discard or added kong lies open to claims. */
  open: number | null;
  /** What lies open. */
  openTile: string | null;
  /** The seat whose discard, still lying there, came last. */
  latest: number | null;
  isOver: boolean;
  result: ResultLine | null;
  /** What counts as a chicken in the end, and the fan of one: as the server says. */
  chickens: ReadonlyMap<string, number>;
  happenings: Happening[];
}

const ORDER = new Map([...KINDS, UNKNOWN].map((code, place) => [code, place]));

function sorted(tiles: readonly string[]): string[] {
  return [...tiles].sort((one, other) => (ORDER.get(one) ?? 0) - (ORDER.get(other) ?? 0));
}

function emptyPlace(hand: readonly string[]): Place {
  return {
    hand: sorted(hand),
    drawn: null,
    melds: [],
    river: [],
    declared: false,
    won: null,
    beans: 0,
  };
}

function place(table: Position, seat: number): Place {
  const found = table.places[seat];
  if (found === undefined) throw new RangeError(`${seat} is no seat`);
  return found;
}

/** The drawn tile goes into the hand. */
function putAway(own: Place): void {
  if (own.drawn === null) return;
  own.hand = sorted([...own.hand, own.drawn]);
  own.drawn = null;
}

/** Take tiles out of a hand, unknown ones where the hand does not show them. */
function take(own: Place, tile: string, count: number): void {
  putAway(own);
  for (let number = 0; number < count; number += 1) {
    const known = own.hand.indexOf(tile);
    const at = known >= 0 ? known : own.hand.indexOf(UNKNOWN);
    if (at >= 0) own.hand.splice(at, 1);
  }
}

function discard(table: Position, line: DiscardLine): void {
  const own = place(table, line.seat);
  take(own, line.tile, 1);
  const ready = line.ready ?? false;
  own.river.push({ tile: line.tile, ready });
  own.declared ||= ready;
  table.open = line.seat;
  table.openTile = line.tile;
  table.latest = line.seat;
}

function claim(table: Position, line: PongLine | KongLine, meld: Meld): void {
  const own = place(table, line.seat);
  take(own, line.tile, meld.kind === "pong" ? 2 : 3);
  own.melds.push(meld);
  if (meld.source !== null) place(table, meld.source).river.pop();
  table.turn = line.seat;
  table.open = table.openTile = table.latest = null;
}

function kong(table: Position, line: KongLine): void {
  const own = place(table, line.seat);
  own.beans += 1;
  if (line.kind === "discard") {
    claim(table, line, { kind: "discard", tile: line.tile, source: line.source ?? null });
    return;
  }
  table.open = table.openTile = null;
  if (line.kind === "concealed") {
    take(own, line.tile, 4);
    own.melds.push({ kind: "concealed", tile: line.tile, source: null });
    return;
  }
  take(own, line.tile, 1);
  table.open = line.seat;
  table.openTile = line.tile;
  own.melds = own.melds.map((meld) =>
    meld.kind === "pong" && meld.tile === line.tile ? { ...meld, kind: "added" } : meld,
  );
}

function win(table: Position, line: WinLine): void {
  const own = place(table, line.seat);
  table.isOver = true;
  table.turn = line.seat;
  if (line.by === "self_draw") {
    own.drawn = line.tile;
    return;
  }
  own.won = line.tile;
  if (table.open === null) return;
  const source = place(table, table.open);
  if (line.by === "discard") source.river.pop();
  else {
    source.beans -= 1;
    source.melds = source.melds.map((meld) =>
      meld.kind === "added" && meld.tile === line.tile ? { ...meld, kind: "pong" } : meld,
    );
  }
  table.open = table.openTile = table.latest = null;
}

function pay(table: Position, entries: readonly Entry[]): void {
  for (const entry of entries) {
    table.paid[entry.from] = (table.paid[entry.from] ?? 0) - entry.points;
    table.paid[entry.to] = (table.paid[entry.to] ?? 0) + entry.points;
  }
}

function settle(table: Position, line: ResultLine): void {
  table.isOver = true;
  table.result = line;
  table.chickens = new Map(line.sheet?.chicken_kinds.map(({ tile, fan }) => [tile, fan]));
  table.paid = [...line.points];
  line.hands?.forEach((tiles, seat) => {
    const own = place(table, seat);
    own.hand = sorted(tiles);
    if (own.drawn === null) return;
    const at = own.hand.indexOf(own.drawn);
    if (at >= 0) own.hand.splice(at, 1);
    else own.drawn = null;
  });
}

/** Let one line happen. */
function apply(table: Position, line: TableLine): void {
  switch (line.type) {
    case "hand":
      table.number = line.number;
      table.dealer = line.dealer;
      table.repeats = line.repeats;
      table.dice = line.dice;
      table.wall = line.wall.length;
      table.chickens = new Map();
      table.places = line.deal.map(emptyPlace);
      break;
    case "draw": {
      const own = place(table, line.seat);
      putAway(own);
      own.drawn = line.tile;
      table.wall = Math.max(0, table.wall - 1);
      table.turn = line.seat;
      table.open = table.openTile = null;
      break;
    }
    case "discard":
      discard(table, line);
      break;
    case "pong":
      claim(table, line, { kind: "pong", tile: line.tile, source: line.source });
      break;
    case "kong":
      kong(table, line);
      break;
    case "win":
      win(table, line);
      break;
    case "payment":
      pay(table, line.entries);
      break;
    case "exhausted":
      table.isOver = true;
      table.turn = table.open = table.openTile = null;
      break;
    case "result":
      settle(table, line);
      break;
    default:
      break;
  }
}

/** The table before the first hand. */
export function emptyPosition(match: MatchLine): Position {
  return {
    ruleset: match.ruleset,
    hands: match.hands ?? null,
    names: match.players.map((player) => player.name),
    number: 0,
    dealer: 0,
    repeats: 0,
    dice: [0, 0],
    wall: 0,
    places: SEATS.map(() => emptyPlace([])),
    paid: [0, 0, 0, 0],
    turn: null,
    open: null,
    openTile: null,
    latest: null,
    isOver: false,
    result: null,
    chickens: new Map(),
    happenings: [],
  };
}

/** What the lines of a hand have laid on the table; lines of a seat's own table too. */
export function position(match: MatchLine, lines: readonly TableLine[]): Position {
  const table = emptyPosition(match);
  lines.forEach((line, at) => {
    apply(table, line);
    table.happenings.push({ at, line });
  });
  return table;
}

/** How a tile that counts as a chicken is marked once the hand is over. */
export function chickenMark(table: Position, tile: string): "" | "is-chicken" | "is-golden" {
  const fan = table.chickens.get(tile) ?? 0;
  if (fan === 0) return "";
  return fan > 1 ? "is-golden" : "is-chicken";
}
