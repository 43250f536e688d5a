import type { ComponentChildren } from "preact";
import { t } from "../texts";
import type { Position, Viewer } from "./position";
import { type Side, SIDES, sideOf } from "./seats";

const PATHS: Readonly<Record<Side, string>> = {
  own: "M2 2 H22 L12 12 Z",
  right: "M2 2 V22 L12 12 Z",
  top: "M2 12 H22 L12 2 Z",
  left: "M12 2 V22 L2 12 Z",
};

function TurnArrow({ side, isTurn }: { side: Side; isTurn: boolean }) {
  const isUpright = side === "left" || side === "right";
  return (
    <svg
      class={isTurn ? `table-turn is-${side} is-turn` : `table-turn is-${side}`}
      viewBox={isUpright ? "0 0 14 24" : "0 0 24 14"}
      aria-hidden="true"
    >
      <path d={PATHS[side]} />
    </svg>
  );
}

interface HubProps {
  readonly table: Position;
  readonly viewer: Viewer;
  /** The clock, when somebody's is shown. */
  readonly clock: ComponentChildren;
  /** What lies over the middle for a moment. */
  readonly children?: ComponentChildren;
  readonly onOpen: (() => void) | undefined;
}

/** The middle of the table: tiles left, the clock, an arrow to whose turn it is. */
export function Hub({ table, viewer, clock, children, onOpen }: HubProps) {
  const turn = table.turn === null || table.isOver ? null : sideOf(table.turn, viewer);
  return (
    <div class="table-hub">
      {SIDES.map((side) => (
        <TurnArrow key={side} side={side} isTurn={side === turn} />
      ))}
      <button type="button" class="table-wall" onClick={onOpen} disabled={onOpen === undefined}>
        <b>{table.wall}</b>
        <span>{t("table.wall")}</span>
      </button>
      <span class="table-hub-line" />
      <span class="table-clock">{clock}</span>
      {children}
    </div>
  );
}
