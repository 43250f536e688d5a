// From a room to its table, and back.
import { keep, kept } from "../kept";
import type { RoomAnswer } from "../protocol/http";
import { go } from "../router";

/** Go to the table of a room that plays; the room is remembered for the way back. */
export function enterTable(room: RoomAnswer, replace = false): void {
  if (!room.game) return;
  keep("room", JSON.stringify({ game: room.game, code: room.code }));
  go(`/table/${room.game}`, replace);
}

/** The code of the room that a table belongs to, as far as this device knows. */
export function roomOf(game: string): string | null {
  try {
    const room = JSON.parse(kept("room") ?? "null") as { game?: string; code?: string } | null;
    return room?.game === game ? (room.code ?? null) : null;
  } catch {
    return null;
  }
}
