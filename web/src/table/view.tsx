import type { ComponentChildren } from "preact";
import { Tile } from "../tiles";
import { layout, type Layout, ROW_STEP } from "./layout";
import { Hub } from "./hub";
import { type MeldForm, Melds } from "./melds";
import { Plate, type PlayerState } from "./plate";
import { chickenMark, type Position, type Viewer } from "./position";
import { River } from "./river";
import { seatAt, type Side } from "./seats";

export interface TableViewProps {
  readonly position: Position;
  readonly viewer: Viewer;
  /** The seats' sums, what this hand has paid so far included. */
  readonly scores: readonly number[];
  readonly states?: readonly PlayerState[];
  /** Where a charge chicken lies: the seat and the place in its river. */
  readonly charge?: { readonly seat: number; readonly at: number } | null;
  readonly phrase?: { readonly seat: number; readonly text: string } | null;
  readonly clock?: ComponentChildren;
  /** What lies over the hub. */
  readonly moment?: ComponentChildren;
  readonly onPlate?: (seat: number) => void;
  readonly onHub?: () => void;
  /** What stands below the table: prompt, claims and hand. Without it the hand is shown. */
  readonly children?: ComponentChildren;
}

/** How many rows of a river have room at a side. */
function roomFor(side: Side, view: Layout, melds: number, showsHand: boolean): number {
  const step = (view.river / view.unit) * ROW_STEP;
  const isMiddle = side === "top" || side === "own";
  const hand = showsHand && side !== "own" ? (isMiddle ? step : 2 * step) : 0;
  if (isMiddle) return ((view.zone - view.hub) / 2 - 8 - hand) / step;
  const plate = { wide: 59, portrait: 51, landscape: 0 }[view.kind];
  return (view.zone - plate - hand - (melds > 0 ? step + 18 : 0)) / step;
}

function meldForm(side: Side, view: Layout, count: number): MeldForm {
  if (side === "left" || side === "right") {
    if (view.kind === "wide") return count > 1 ? "short" : "full";
    return view.kind === "landscape" && count === 1 ? "full" : "short";
  }
  return count > 2 ? "tight" : "full";
}

/** The hand of a seat as it lies there, open or not, overlapping. */
function OtherHand({ position, seat, plain }: { position: Position; seat: number; plain: boolean }) {
  const place = position.places[seat];
  const tiles = [...(place?.hand ?? []), ...(place?.drawn == null ? [] : [place.drawn])];
  return (
    <div class="table-other-hand" aria-hidden="true">
      {tiles.map((tile, at) => (
        <Tile key={at} tile={tile} plain={plain} class={chickenMark(position, tile)} />
      ))}
    </div>
  );
}

/** The hand at the foot of the screen when nobody plays it. */
function StillHand({ position, seat, plain }: { position: Position; seat: number; plain: boolean }) {
  const place = position.places[seat];
  const classes = (tile: string, state = "") =>
    ["table-hand-tile", state, chickenMark(position, tile)].filter(Boolean).join(" ");
  return (
    <div class="table-hand is-still">
      {(place?.hand ?? []).map((tile, at) => (
        <Tile key={at} tile={tile} plain={plain} label class={classes(tile)} />
      ))}
      {place?.drawn != null && (
        <Tile tile={place.drawn} plain={plain} label class={classes(place.drawn, "is-drawn")} />
      )}
      {place?.won != null && (
        <Tile tile={place.won} plain={plain} label class={classes(place.won, "is-won")} />
      )}
    </div>
  );
}

/** A table as one viewer sees it. It needs no connection. */
export function TableView(props: TableViewProps) {
  const { position, viewer, scores } = props;
  const view = layout.value;
  const showsHands = viewer === "open" || position.result?.hands !== undefined;
  const isPlain = view.river < 36;
  const turn = position.isOver ? null : position.turn;

  const plate = (side: Side) => {
    const seat = seatAt(side, viewer);
    return (
      <Plate
        table={position}
        seat={seat}
        side={side}
        score={scores[seat] ?? 0}
        isTurn={turn === seat}
        hasCharge={props.charge?.seat === seat}
        state={props.states?.[seat]}
        said={props.phrase?.seat === seat ? props.phrase.text : null}
        onOpen={props.onPlate && (() => props.onPlate?.(seat))}
      />
    );
  };
  const melds = (side: Side) => {
    const seat = seatAt(side, viewer);
    const form = meldForm(side, view, position.places[seat]?.melds.length ?? 0);
    return <Melds table={position} seat={seat} viewer={viewer} form={form} plain={isPlain} />;
  };
  const river = (side: Side) => {
    const seat = seatAt(side, viewer);
    const count = position.places[seat]?.melds.length ?? 0;
    const isMiddle = side === "top" || side === "own";
    return (
      <River
        table={position}
        seat={seat}
        side={side}
        columns={isMiddle ? view.centreColumns : view.sideColumns}
        room={roomFor(side, view, count, showsHands)}
        plain={isPlain}
        charge={props.charge?.seat === seat ? props.charge.at : -1}
      />
    );
  };
  const otherHand = (side: Side) =>
    showsHands && <OtherHand position={position} seat={seatAt(side, viewer)} plain={isPlain} />;

  return (
    <>
      <div class="table-top">
        {plate("top")}
        {melds("top")}
      </div>
      {(["left", "right"] as const).map((side) => (
        <div class={`table-column is-${side}`} key={side}>
          {plate(side)}
          {otherHand(side)}
          {river(side)}
          {melds(side)}
        </div>
      ))}
      <div class="table-centre">
        <div class="table-centre-top">
          {otherHand("top")}
          {river("top")}
        </div>
        <Hub
          table={position}
          viewer={viewer}
          clock={props.clock}
          onOpen={props.onHub}
        >
          {props.moment}
        </Hub>
        {river("own")}
      </div>
      <div class="table-own">
        {plate("own")}
        {melds("own")}
      </div>
      {props.children ?? (
        <StillHand position={position} seat={seatAt("own", viewer)} plain={view.hand < 36} />
      )}
    </>
  );
}
