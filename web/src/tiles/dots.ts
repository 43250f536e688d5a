import { BLUE, FACE, RED } from "./inks";

type Dot = readonly [x: number, y: number, ink: string];

interface Layout {
  readonly radius: number;
  readonly dots: readonly Dot[];
}

function grid(columns: readonly number[], rows: readonly number[], ink: string): Dot[] {
  return rows.flatMap((y) => columns.map((x): Dot => [x, y, ink]));
}

/** Where the dots of ranks 2 to 9 lie. */
const LAYOUTS: Readonly<Record<number, Layout>> = {
  2: { radius: 12.6, dots: [[30, 19.6, RED], [30, 55.4, BLUE]] },
  3: { radius: 10.4, dots: [[16, 15.6, BLUE], [30, 37.5, RED], [44, 59.4, BLUE]] },
  4: { radius: 10.8, dots: grid([17, 43], [19.6, 55.4], BLUE) },
  5: { radius: 9.8, dots: [...grid([15.6, 44.4], [15.6, 59.4], BLUE), [30, 37.5, RED]] },
  6: {
    radius: 9,
    dots: [...grid([18, 42], [14.4], RED), ...grid([18, 42], [41, 61], BLUE)],
  },
  7: {
    radius: 8,
    dots: [
      [13.4, 12, RED],
      [30, 17.6, RED],
      [46.6, 23.2, RED],
      ...grid([19.4, 40.6], [42.6, 61.4], BLUE),
    ],
  },
  8: { radius: 8, dots: grid([19.4, 40.6], [12.4, 29.2, 46, 62.8], BLUE) },
  9: {
    radius: 7.8,
    dots: [
      ...grid([12.6, 30, 47.4], [13.4], BLUE),
      ...grid([12.6, 30, 47.4], [37.5], RED),
      ...grid([12.6, 30, 47.4], [61.6], BLUE),
    ],
  },
};

function ring(x: number, y: number, radius: number, width: number, ink: string): string {
  const middle = radius - width / 2;
  return `<circle cx="${x}" cy="${y}" r="${middle}" fill="none" stroke="${ink}" stroke-width="${width}"/>`;
}

function disc(x: number, y: number, radius: number, ink: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${ink}"/>`;
}

/** A star of twelve rays around the middle of the tile. */
function sun(): string {
  const points = Array.from({ length: 24 }, (_, place) => {
    const radius = place % 2 === 0 ? 15 : 8.6;
    const angle = (place * Math.PI) / 12;
    const x = 30 + radius * Math.sin(angle);
    const y = 37.5 - radius * Math.cos(angle);
    return `${x.toFixed(2)},${y.toFixed(2)}`;
  });
  return `<polygon points="${points.join(" ")}" fill="${RED}"/>`;
}

function one(fine: boolean): string {
  if (!fine) return ring(30, 37.5, 22.6, 5.2, BLUE) + disc(30, 37.5, 9.6, RED);
  return (
    ring(30, 37.5, 22.6, 5, BLUE) + sun() + disc(30, 37.5, 5.6, FACE) + disc(30, 37.5, 2.9, BLUE)
  );
}

/** The drawing of a tile of dots. */
export function dots(rank: number, fine: boolean): string {
  const layout = LAYOUTS[rank];
  if (layout === undefined) return one(fine);
  const { radius } = layout;
  return layout.dots
    .map(([x, y, ink]) =>
      fine
        ? ring(x, y, radius, radius * 0.32, ink) + disc(x, y, radius * 0.38, ink)
        : ring(x, y, radius, Math.max(4.5, radius * 0.6), ink),
    )
    .join("");
}
