/** Where the seats are on the screen, and what is said there. */

import type { Position, Viewer } from "./position";

/** The sides of the screen by how many seats further on they are: seat + 1 sits on the right. */
export const SIDES = ["own", "right", "top", "left"] as const;
export type Side = (typeof SIDES)[number];

/** The seat at the foot of the screen. */
export function foot(viewer: Viewer): number {
  return typeof viewer === "number" ? viewer : 0;
}

/** The side of the screen that a seat has. */
export function sideOf(seat: number, viewer: Viewer): Side {
  return SIDES[(seat - foot(viewer) + 4) % 4] ?? "own";
}

/** The seat at a side of the screen. */
export function seatAt(side: Side, viewer: Viewer): number {
  return (foot(viewer) + SIDES.indexOf(side)) % 4;
}

/** The words of a game for its kongs: Duyun has its own. */
export function family(ruleset: string): "guiyang" | "duyun" {
  return ruleset.startsWith("duyun") ? "duyun" : "guiyang";
}

/** What a seat's player is called. */
export function nameOf(table: Position, seat: number): string {
  return table.names[seat] ?? "";
}
