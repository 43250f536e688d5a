import type { TargetedPointerEvent } from "preact";
import { useRef } from "preact/hooks";
import { Tile } from "../tiles";
import { answering, canAct, table } from "../store";
import { t } from "../texts";
import { layout } from "./layout";
import { ownDrawn, ownTiles, shown } from "./live";
import { chickenMark } from "./position";
import { declaring, isForced, isMyTurn, lifted, mayThrow, tapAt, throwAt } from "./play";

/** From so many pixels upwards a drag throws. */
const THROW = 36;
const DRAG = 6;

interface Drag {
  readonly at: number;
  readonly startX: number;
  readonly startY: number;
  readonly element: HTMLElement;
  moved: boolean;
}

/** What a tile of the hand is to those who hear it. */
function label(tile: string, at: number, isDrawn: boolean, isLifted: boolean): string {
  const words = [t("hand.tile", { tile, place: at + 1 })];
  if (isDrawn) words.push(t("hand.drawn"));
  if (isLifted) words.push(t("hand.lifted"));
  return words.join(t("hand.comma"));
}

/** The own hand: tap, drag and keyboard. One stop of the tab key. */
export function Hand() {
  const drag = useRef<Drag | null>(null);
  const tiles = ownTiles.value;
  const drawn = ownDrawn.value === null ? -1 : tiles.length - 1;
  const up = lifted.value;
  const isPlain = layout.value.hand < 36;
  const isLocked = answering.value || isForced.value;
  const isMine = canAct.value;
  const now = shown.value;

  const start = (event: TargetedPointerEvent<HTMLElement>, at: number) => {
    if (event.button !== 0 || isLocked) return;
    const { clientX: startX, clientY: startY, currentTarget: element } = event;
    drag.current = { at, startX, startY, element, moved: false };
    element.setPointerCapture(event.pointerId);
  };
  const move = (event: TargetedPointerEvent<HTMLElement>) => {
    const now = drag.current;
    if (now === null) return;
    const x = event.clientX - now.startX;
    const y = event.clientY - now.startY;
    if (!now.moved && Math.hypot(x, y) < DRAG) return;
    now.moved = true;
    now.element.style.transform = `translate(${x}px, ${y}px)`;
  };
  const end = (event: TargetedPointerEvent<HTMLElement>, isCancelled: boolean) => {
    const now = drag.current;
    if (now === null) return;
    now.element.style.transform = "";
    if (!now.moved) {
      drag.current = null;
      return;
    }
    if (!isCancelled && event.clientY - now.startY < -THROW) throwAt(now.at);
    // The click that follows a drag is none.
    window.setTimeout(() => (drag.current = null));
  };
  const tap = (event: MouseEvent, at: number) => {
    if (isLocked || drag.current?.moved === true) return;
    tapAt(at, event.detail);
  };

  const stop = up >= 0 ? up : drawn >= 0 ? drawn : 0;
  const tile = (code: string, at: number) => {
    const isDrawn = at === drawn;
    const marks = [
      "table-hand-tile",
      isDrawn ? "is-drawn" : "",
      at === up ? "is-lifted" : "",
      now === null ? "" : chickenMark(now, code),
      isMine && isMyTurn.value && !mayThrow(at) ? "is-out" : "",
    ];
    return (
      <button
        type="button"
        key={at}
        class={marks.filter(Boolean).join(" ")}
        tabIndex={at === stop ? 0 : -1}
        aria-label={label(code, at, isDrawn, at === up)}
        aria-pressed={at === up}
        aria-disabled={isLocked || !isMine || !mayThrow(at)}
        data-tile={code}
        data-at={at}
        onClick={(event) => tap(event, at)}
        onPointerDown={(event) => start(event, at)}
        onPointerMove={move}
        onPointerUp={(event) => end(event, false)}
        onPointerCancel={(event) => end(event, true)}
      >
        <Tile tile={code} plain={isPlain} />
        {declaring.value && mayThrow(at) && (
          <svg class="table-tick" viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="8" />
            <path d="M4 8.300 L7 11 L12 5.200" />
          </svg>
        )}
      </button>
    );
  };
  const isAuto = table.value?.seats[table.value.seat ?? 0]?.auto === true;
  const classes = ["table-hand", isLocked ? "is-locked" : "", isAuto ? "is-auto" : ""];
  return (
    <div
      class={classes.filter(Boolean).join(" ")}
      role="group"
      aria-label={t("hand.label", { count: tiles.length })}
    >
      {tiles.map(tile)}
    </div>
  );
}
