/** The lines of a table, by the names the page uses. */

import type {
  DealtLine,
  DiscardLine,
  EntryObject,
  KongLine,
  MatchLine,
  PongLine,
  SettledLine,
  Update,
  WallBreak,
  WinLine,
} from "../protocol/messages";

export type { DiscardLine, KongLine, MatchLine, PongLine, WinLine };
export type Entry = EntryObject;

/** Only live lines tell where the wall is broken; those of a record do not. */
type HandLine = Omit<DealtLine, "wall_break"> & { readonly wall_break?: WallBreak };
/** `hands` are the hands laid open, by seat; they and the sheet are there at a live table. */
export type ResultLine = Omit<SettledLine, "hands" | "sheet"> & {
  readonly hands?: readonly (readonly string[])[];
  readonly sheet?: SettledLine["sheet"];
};
export type TableLine =
  | Exclude<Update["lines"][number], DealtLine | SettledLine>
  | HandLine
  | ResultLine;
