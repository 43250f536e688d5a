/** Every tile as SVG text, drawn in a box of 60 by 80. */

import { bamboo } from "./bamboo";
import { dots } from "./dots";
import { BACK, BACK_DARK, BACK_LIGHT, BLACK, EDGE, FACE, RED } from "./inks";
import { rooster } from "./rooster";
import { CHARACTERS_SIGN, DIGITS, NUMERALS, SHORT_CHARACTERS_SIGN } from "./strokes";

export type Drawing = "fine" | "plain" | "contrast";

export const UNKNOWN = "?";

/** Codes of all 27 kinds, in the order of the engine. */
export const KINDS: readonly string[] = ["m", "p", "s"].flatMap((suit) =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => `${rank}${suit}`),
);

function strokes(path: string, ink: string, width: number): string {
  return (
    `<path d="${path}" fill="none" stroke="${ink}" stroke-width="${width}" ` +
    `stroke-linecap="round" stroke-linejoin="round"/>`
  );
}

/** Strokes moved and scaled, with the width they are to have on the tile. */
function placed(
  path: string,
  ink: string,
  width: number,
  [x, y, scaleX, scaleY]: readonly [number, number, number, number],
): string {
  return (
    `<g transform="translate(${x} ${y}) scale(${scaleX} ${scaleY})">` +
    strokes(path, ink, width / Math.sqrt(scaleX * scaleY)) +
    "</g>"
  );
}

function numeral(rank: number): string {
  const path = NUMERALS[rank - 1];
  if (path === undefined) throw new RangeError(`no numeral for rank ${rank}`);
  return path;
}

function characters(rank: number, fine: boolean): string {
  if (fine) {
    return (
      placed(numeral(rank), BLACK, 4.4, [12, 8, 1, 1]) + strokes(CHARACTERS_SIGN, RED, 2.9)
    );
  }
  return (
    placed(numeral(rank), BLACK, 5, [9.8, 7.6, 1.12, 1.12]) +
    placed(SHORT_CHARACTERS_SIGN, RED, 4.8, [14, 46, 1, 1])
  );
}

function plate(face: string, edge: string, lip: string): string {
  return (
    `<rect x=".7" y="5" width="58.6" height="74.3" rx="7" fill="${lip}" stroke="${edge}" stroke-width="1.2"/>` +
    `<rect x=".7" y=".7" width="58.6" height="73.6" rx="7" fill="${face}" stroke="${edge}" stroke-width="1.2"/>`
  );
}

function standard(rank: number, suit: string, fine: boolean): string {
  const under = plate(FACE, EDGE, BACK);
  if (suit === "m") return under + characters(rank, fine);
  if (suit === "p") return under + dots(rank, fine);
  return under + (rank === 1 ? rooster(fine) : bamboo(rank, fine));
}

function contrast(rank: number, suit: string): string {
  const under = plate("#fff", "#000", "#000");
  if (suit === "s" && rank === 1) return under + rooster(false, "#000");
  const digit = strokes(DIGITS[rank - 1] ?? "", "#000", 7.4);
  if (suit === "m") {
    return (
      under +
      `<path d="M.7 45.5 H59.3 V67.3 A7 7 0 0 1 52.3 74.3 H7.7 A7 7 0 0 1 .7 67.3 Z"/>` +
      digit +
      placed(SHORT_CHARACTERS_SIGN, "#fff", 4.4, [17.5, 50.4, 0.78, 0.78])
    );
  }
  if (suit === "p") {
    return (
      under +
      digit +
      `<circle cx="30" cy="59" r="9.7" fill="none" stroke="#000" stroke-width="4.6"/>` +
      `<circle cx="30" cy="59" r="4.4"/>`
    );
  }
  const bars = [13.6, 26.6, 39.6].map((x) => `<rect x="${x}" y="48.6" width="7" height="21" rx="1"/>`);
  return under + digit + bars.join("");
}

function back(): string {
  const lines = "M9 20 L23 8 M8 40 L50 8 M9 58 L51 25 M13 68 L51 38 M30 68 L51 52";
  return plate(BACK, BACK_DARK, BACK_DARK) + strokes(lines, BACK_LIGHT, 3);
}

/** What stands inside the SVG of a tile; `?` is its back. Throws `RangeError` for any other code. */
export function drawTile(code: string, drawing: Drawing): string {
  if (code === UNKNOWN) return back();
  const rank = Number(code[0]);
  const suit = code[1] ?? "";
  if (!KINDS.includes(code)) throw new RangeError(`${code} is no tile`);
  if (drawing === "contrast") return contrast(rank, suit);
  return standard(rank, suit, drawing === "fine");
}

/** The name of the symbol of a tile in the page's sprite. */
export function symbolName(code: string, drawing: Drawing): string {
  return code === UNKNOWN ? "tile-back" : `tile-${code}-${drawing}`;
}

/** A tile as an SVG document of its own, for pictures. */
export function tileSvg(code: string, drawing: Drawing, width = 60): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80" width="${width}" ` +
    `height="${(width * 4) / 3}">${drawTile(code, drawing)}</svg>`
  );
}
