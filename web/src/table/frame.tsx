import type { ComponentChildren, RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { linkState } from "../store";
import { layout, roomBelow } from "./layout";

interface TableFrameProps {
  readonly root?: RefObject<HTMLDivElement | null>;
  /** CSS pixels at the foot of the window that are not the table's. */
  readonly below?: number;
  /** Whether the table lives by a line to the server, which may be lost. */
  readonly isLive?: boolean;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** Called before anything that is pressed does anything. */
  readonly onPress?: () => void;
  /** The hand that is shown, and whether it is over. */
  readonly hand?: number;
  readonly isOver?: boolean;
  readonly children: ComponentChildren;
}

/** What a table stands in: it sets the measures of the layout. */
export function TableFrame(props: TableFrameProps) {
  const { root, below = 0, isLive, onKeyDown, onPress, children } = props;
  useEffect(() => {
    roomBelow.value = below;
    return () => {
      roomBelow.value = 0;
    };
  }, [below]);
  const view = layout.value;
  const classes = [
    "table-page",
    `is-${view.kind}`,
    view.hasSide ? "has-side" : "",
    view.oneRow ? "has-one-row" : "",
    view.hub < 60 ? "is-low" : "",
    isLive === true && linkState.value !== "open" ? "is-lost" : "",
  ];
  return (
    <div
      class={classes.filter(Boolean).join(" ")}
      style={{ "--u": `${view.unit}px`, "--hub": `${view.hub}`, bottom: `${below}px` }}
      {...(root === undefined ? {} : { ref: root })}
      tabIndex={-1}
      data-hand={props.hand}
      data-over={props.isOver}
      {...(onKeyDown === undefined ? {} : { onKeyDown })}
      {...(onPress === undefined
        ? {}
        : { onKeyDownCapture: onPress, onPointerDownCapture: onPress, onClickCapture: onPress })}
    >
      {children}
    </div>
  );
}
