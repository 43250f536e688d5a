/** Which of the three layouts the window takes, and its measures.
 *
 * Positions stand in the style sheet, in units (`--u`); here is only what has to be counted.
 */

import { computed, signal } from "@preact/signals";

export type LayoutKind = "portrait" | "landscape" | "wide";

export interface Layout {
  readonly kind: LayoutKind;
  /** CSS pixels of a unit of the layout. */
  readonly unit: number;
  /** Whether the panel with beans, chickens and log stands beside the table. */
  readonly hasSide: boolean;
  /** Width of a tile of a river and of the hand, in CSS pixels. */
  readonly river: number;
  readonly hand: number;
  /** How many tiles stand in a row of a river, at the sides and in the middle. */
  readonly sideColumns: number;
  readonly centreColumns: number;
  /** Height of the zone with the rivers, and of the hub in it, in units. */
  readonly zone: number;
  readonly hub: number;
  /** Whether the whole hand stands in one row. */
  readonly oneRow: boolean;
}

/** How far the rows of a river are from each other, in widths of a tile. */
export const ROW_STEP = 1.41;

function portrait(width: number, height: number): Layout {
  const unit = Math.max(Math.min(1, width / 360), Math.min(width / 360, height / 620, 1.5));
  const high = height / unit;
  const oneRow = high < 560;
  // One row of the hand is 34 units high, two are 127.
  const below = oneRow ? 189 : 282;
  return {
    kind: "portrait",
    unit,
    hasSide: false,
    river: 22 * unit,
    hand: (oneRow ? 24 : 46) * unit,
    sideColumns: 4,
    centreColumns: 7,
    zone: high - 92 - below,
    hub: high < 640 ? 48 : 76,
    oneRow,
  };
}

function landscape(width: number, height: number): Layout {
  const unit = Math.min(width / 750, height / 390, 1.5);
  return {
    kind: "landscape",
    unit,
    hasSide: false,
    river: 22 * unit,
    hand: 46 * unit,
    sideColumns: 5,
    centreColumns: 15,
    zone: height / unit - 216,
    hub: 45,
    oneRow: true,
  };
}

function wide(width: number, height: number): Layout {
  const hasSide = width >= 1100;
  const room = hasSide ? width - 320 : width;
  const unit = Math.min(room / 960, height / 740, 1.5);
  return {
    kind: "wide",
    unit,
    hasSide,
    river: 36 * unit,
    hand: 60 * unit,
    sideColumns: 5,
    centreColumns: 12,
    zone: height / unit - 420,
    hub: Math.min(125, Math.max(64, height / unit - 420 - 208)),
    oneRow: true,
  };
}

/** The layout of a window of this size. */
export function layoutOf(width: number, height: number): Layout {
  if (width > height && height < 500) return landscape(width, height);
  if (width >= 700 && height >= 500) return wide(width, height);
  return portrait(width, height);
}

const size = signal({ width: window.innerWidth, height: window.innerHeight });
/** CSS pixels at the foot of the window that are not the table's. */
export const roomBelow = signal(0);

/** The layout of the window as it is. */
export const layout = computed(() =>
  layoutOf(size.value.width, size.value.height - roomBelow.value),
);

window.addEventListener("resize", () => {
  size.value = { width: window.innerWidth, height: window.innerHeight };
});

/** How many of the oldest rows of a river are overlapped by half so that all fit into `room`.
 *
 * Both are in steps of a row.
 */
export function overlappedRows(rows: number, room: number): number {
  return Math.min(Math.max(0, rows - 1), Math.max(0, Math.ceil((rows - room) * 2)));
}
