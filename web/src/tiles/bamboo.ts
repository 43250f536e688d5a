import { FACE, GREEN, RED } from "./inks";

type Stick = readonly [x: number, y: number, ink: string, lean?: number];

interface Layout {
  readonly length: number;
  readonly sticks: readonly Stick[];
}

function row(columns: readonly number[], y: number, ink = GREEN): Stick[] {
  return columns.map((x): Stick => [x, y, ink]);
}

/** Three in a row, the middle one red. */
function redMiddle(y: number): Stick[] {
  return [[13, y, GREEN], [30, y, RED], [47, y, GREEN]];
}

/** Where the sticks of ranks 2 to 9 stand; `lean` is in degrees. */
const LAYOUTS: Readonly<Record<number, Layout>> = {
  2: { length: 29, sticks: [...row([30], 20), ...row([30], 55)] },
  3: { length: 29, sticks: [...row([30], 20), ...row([15.6, 44.4], 55)] },
  4: { length: 29, sticks: [...row([17.6, 42.4], 20), ...row([17.6, 42.4], 55)] },
  5: {
    length: 29,
    sticks: [...row([12.4, 47.6], 20), [30, 37.5, RED], ...row([12.4, 47.6], 55)],
  },
  6: { length: 29, sticks: [...row([13, 30, 47], 20), ...row([13, 30, 47], 55)] },
  7: {
    length: 19,
    sticks: [[30, 13, RED], ...row([13, 30, 47], 37.5), ...row([13, 30, 47], 61.6)],
  },
  8: {
    length: 28,
    sticks: [
      [10.4, 20, GREEN],
      [23, 20.4, GREEN, 28],
      [37, 20.4, GREEN, -28],
      [49.6, 20, GREEN],
      [10.4, 55, GREEN],
      [23, 54.6, GREEN, -28],
      [37, 54.6, GREEN, 28],
      [49.6, 55, GREEN],
    ],
  },
  9: { length: 19, sticks: [...redMiddle(13), ...redMiddle(37.5), ...redMiddle(61.6)] },
};

function capsule(x: number, y: number, width: number, length: number, ink: string): string {
  const left = x - width / 2;
  const top = y - length / 2;
  return (
    `<rect x="${left.toFixed(2)}" y="${top.toFixed(2)}" width="${width}" height="${length}" ` +
    `rx="${width / 2}" fill="${ink}"/>`
  );
}

function stick([x, y, ink, lean]: Stick, length: number, fine: boolean): string {
  const isLong = length > 20;
  let drawing = capsule(x, y, fine ? 8.4 : 8.2, length, ink);
  if (fine || isLong) {
    drawing += `<rect x="${x - 6.2}" y="${y - 2}" width="12.4" height="4" rx="2" fill="${ink}"/>`;
  }
  if (fine) {
    const slit = length / 2 - 6.4;
    const away = 2.6 + slit / 2;
    drawing += capsule(x, y - away, 2.8, slit, FACE) + capsule(x, y + away, 2.8, slit, FACE);
  }
  return lean === undefined ? drawing : `<g transform="rotate(${lean} ${x} ${y})">${drawing}</g>`;
}

/** The drawing of a tile of bamboo from rank 2 on; the first is the rooster. */
export function bamboo(rank: number, fine: boolean): string {
  const layout = LAYOUTS[rank];
  if (layout === undefined) throw new RangeError(`no sticks of bamboo for rank ${rank}`);
  return layout.sticks.map((each) => stick(each, layout.length, fine)).join("");
}
