import { useMemo } from "preact/hooks";
import { Tile } from "../tiles";
import { language, t, tileName } from "../texts";
import { overlappedRows } from "./layout";
import type { Discard, Position } from "./position";
import { nameOf, type Side } from "./seats";

interface RiverProps {
  readonly table: Position;
  readonly seat: number;
  readonly side: Side;
  readonly columns: number;
  /** How many rows have room. */
  readonly room: number;
  readonly plain: boolean;
  /** Which of the river's tiles is a charge chicken; -1 for none. */
  readonly charge: number;
}

function rowsOf(river: readonly Discard[], columns: number): Discard[][] {
  const rows: Discard[][] = [];
  for (let at = 0; at < river.length; at += columns) rows.push(river.slice(at, at + columns));
  return rows;
}

/** A river: every tile upright, left to right, top to bottom. Old rows overlap when it is full. */
export function River(props: RiverProps) {
  const { table, seat, side, columns, plain, charge } = props;
  const river = table.places[seat]?.river ?? [];
  const rows = Math.ceil(river.length / columns);
  const shown: ShownRiver = {
    tiles: river,
    name: nameOf(table, seat),
    side,
    columns,
    plain,
    charge,
    overlapped: overlappedRows(rows, props.room),
    isLatest: table.latest === seat,
  };
  // A river that looks the same is not drawn anew: there are four, and one changes at a time.
  return useMemo(() => drawn(shown), [JSON.stringify(shown), language.value]);
}

interface ShownRiver {
  readonly tiles: readonly Discard[];
  readonly name: string;
  readonly side: Side;
  readonly columns: number;
  readonly plain: boolean;
  readonly charge: number;
  readonly overlapped: number;
  readonly isLatest: boolean;
}

function drawn(river: ShownRiver) {
  const { tiles, side, columns, plain, charge, overlapped, isLatest } = river;
  const names = tiles.map((each) => tileName(each.tile)).join(" ");
  const rows = rowsOf(tiles, columns);
  return (
    <div
      class={`table-river is-${side}`}
      role="img"
      aria-label={t("table.river", { name: river.name, tiles: names })}
    >
      {rows.map((row, number) => (
        <div class={number < overlapped ? "table-row is-overlapped" : "table-row"} key={number}>
          {row.map((discard, column) => {
            const at = number * columns + column;
            const isLast = isLatest && at === tiles.length - 1;
            const marks = [
              "table-discard",
              isLast ? "is-last" : "",
              at === charge ? "is-charge" : "",
            ];
            return (
              <span class={marks.filter(Boolean).join(" ")} key={`${at}${discard.tile}`}>
                <Tile tile={discard.tile} plain={plain} />
                {discard.ready && (
                  <svg class="table-flag" viewBox="0 0 12 14" aria-hidden="true">
                    <path class="table-flag-pole" d="M2 1 V13" />
                    <path class="table-flag-cloth" d="M2 1.500 L11 4.500 L2 7.500 Z" />
                  </svg>
                )}
                {isLast && (
                  <svg class="table-caret" viewBox="0 0 14 8" aria-hidden="true">
                    <path d="M1 1 H13 L7 7 Z" />
                  </svg>
                )}
              </span>
            );
          })}
        </div>
      ))}
    </div>
  );
}
