// The settlement as one picture: drawn as SVG, and from that as PNG, with nothing that needs a
// secure context.
import { figure, t } from "../texts";
import { tileSvg, UNKNOWN } from "../tiles";
import {
  apart,
  counterparts,
  headlines,
  marks,
  nameAt,
  riverText,
  rowLabel,
  type Scene,
  seatOf,
} from "./words";

const WIDTH = 360;
const EDGE = 10;
const FONT = '-apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';
const INK = { text: "#16242f", text2: "#435665", gain: "#16664a", loss: "#a82a17", soft: "#bfd0d4" };

interface Style {
  size?: number;
  bold?: boolean;
  colour?: string;
  end?: boolean;
  /** The most width there is. */
  room?: number;
}

/** Safe in SVG, and without marks that would turn round what stands beside it. */
function escaped(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** About how wide a text is: letters of East Asia and emoji are as wide as they are high. */
function breadth(text: string, size: number): number {
  let width = 0;
  for (const letter of text) width += (letter.codePointAt(0) ?? 0) > 0x2e80 ? size : size * 0.58;
  return width;
}

function fitted(text: string, size: number, room: number): string {
  if (breadth(text, size) <= room) return text;
  let kept = "";
  for (const letter of text) {
    if (breadth(`${kept}${letter}…`, size) > room) break;
    kept += letter;
  }
  return `${kept}…`;
}

class Drawing {
  private readonly parts: string[] = [];
  y = 0;

  text(text: string, x: number, y: number, style: Style = {}): void {
    const { size = 13, bold = false, colour = INK.text, end = false, room = WIDTH - x - EDGE } = style;
    const shown = escaped(fitted(text, size, room));
    this.parts.push(
      `<text x="${x}" y="${y}" font-size="${size}" font-weight="${bold ? 700 : 400}" ` +
        `fill="${colour}" direction="ltr"${end ? ' text-anchor="end"' : ""}>${shown}</text>`,
    );
  }

  points(points: number, x: number, y: number, style: Style = {}): void {
    const colour = points > 0 ? INK.gain : points < 0 ? INK.loss : INK.text2;
    this.text(points === 0 ? "·" : figure(points, true), x, y, { ...style, colour, end: true, room: 80 });
  }

  line(y: number): void {
    this.parts.push(`<path d="M0 ${y}H${WIDTH}" stroke="${INK.soft}"/>`);
  }

  tile(code: string, x: number, y: number, width: number): void {
    const svg = tileSvg(code, "plain", width);
    this.parts.push(`<g transform="translate(${x} ${y})">${svg}</g>`);
  }

  box(x: number, y: number, width: number, height: number, colour: string): void {
    this.parts.push(
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="${colour}" stroke-width="2" rx="3"/>`,
    );
  }

  bar(x: number, y: number, width: number): void {
    this.parts.push(`<path d="M${x} ${y}h${width}" stroke="#a82a17" stroke-width="2"/>`);
  }

  svg(): string {
    const height = Math.ceil(this.y);
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${WIDTH}" height="${height}" ` +
      `viewBox="0 0 ${WIDTH} ${height}" font-family='${FONT}'>` +
      `<rect width="${WIDTH}" height="${height}" fill="#f4f1e9"/>${this.parts.join("")}</svg>`
    );
  }
}

function drawHead(drawing: Drawing, scene: Scene): void {
  drawing.y = 12;
  for (const line of headlines(scene)) {
    const title = line.worth === null ? line.title : `${line.title} · ${line.worth.pattern}  ${line.worth.fan}`;
    drawing.text(title, EDGE, drawing.y + 18, { size: 18, bold: true });
    drawing.y += 24;
    if (line.note !== "") {
      drawing.text(line.note, EDGE, drawing.y + 14, { size: 12, colour: INK.text2 });
      drawing.y += 19;
    }
  }
  const { turned_over: turned } = scene.sheet;
  if (turned !== null) {
    drawing.y += 4;
    drawing.text(t("sheet.turned"), EDGE, drawing.y + 19, { colour: INK.text2 });
    drawing.tile(turned.tile, 44, drawing.y, 20);
    drawing.text("→", 70, drawing.y + 19);
    drawing.tile(turned.kind, 90, drawing.y, 20);
    const key = turned.golden ? "sheet.is_golden" : "sheet.is_chicken";
    drawing.text(t(key, { tile: turned.kind }), 118, drawing.y + 19, { bold: true });
    drawing.y += 30;
  }
  drawing.y += 6;
}

/** The tiles of a hand from left to right, each with the gap before it. */
function laid(scene: Scene, seat: number): { tile: string; gap: boolean; won: boolean; stacked: boolean }[] {
  const { tiles, won } = apart(scene, seat);
  const found = tiles.map((tile) => ({ tile, gap: false, won: false, stacked: false }));
  if (won !== null) found.push({ tile: won, gap: true, won: true, stacked: false });
  for (const { kind, tile } of seatOf(scene, seat)?.melds ?? []) {
    const faces = kind === "concealed" ? [UNKNOWN, tile, tile, UNKNOWN] : [tile, tile, tile];
    if (kind === "discard") faces.push(tile);
    faces.forEach((face, at) =>
      found.push({ tile: face, gap: at === 0, won: false, stacked: kind === "added" && at === 2 }),
    );
  }
  return found;
}

function drawHand(drawing: Drawing, scene: Scene, seat: number): void {
  const shown = seatOf(scene, seat);
  drawing.line(drawing.y);
  const words = marks(scene, seat).map((mark) => `[${mark.text}]`).join(" ");
  const name = fitted(nameAt(scene, seat), 14, words === "" ? 190 : 110);
  drawing.text(name, EDGE, drawing.y + 19, { size: 14, bold: true, room: 190 });
  drawing.text(words, EDGE + breadth(name, 14) + 6, drawing.y + 19, { size: 12, room: 190 });
  const river = shown === undefined ? "" : riverText(shown);
  if (river !== "") drawing.text(river, 215, drawing.y + 19, { size: 12, colour: INK.text2, room: 85 });
  drawing.points(shown?.points ?? 0, WIDTH - EDGE, drawing.y + 20, { size: 17, bold: true });
  const tiles = laid(scene, seat);
  const gaps = tiles.filter((one) => one.gap).length;
  const width = Math.min(22, (WIDTH - 2 * EDGE - 8 * gaps) / Math.max(1, tiles.length));
  const top = drawing.y + 32;
  const chickens = new Set(scene.sheet.chicken_kinds.map((one) => one.tile));
  let x = EDGE;
  for (const one of tiles) {
    if (one.gap) x += 8;
    if (one.stacked) drawing.tile(one.tile, x, top - 7, width - 1);
    drawing.tile(one.tile, x, top, width - 1);
    if (one.won) drawing.box(x - 1, top - 1, width + 1, (width * 4) / 3 + 1, "#8a4f00");
    if (chickens.has(one.tile)) drawing.bar(x + 2, top + (width * 4) / 3 + 2, width - 5);
    x += width;
  }
  drawing.y = top + (width * 4) / 3 + 9;
}

function drawAccount(drawing: Drawing, scene: Scene, seat: number): void {
  const account = scene.sheet.accounts[seat];
  if (account === undefined) return;
  const columns = [214, 260, 306];
  const others = counterparts(seat);
  const last = WIDTH - EDGE;
  drawing.line(drawing.y);
  const title = `${t("account.title", { name: nameAt(scene, seat) })} · ${t("account.base", { base: scene.sheet.base })}`;
  drawing.text(title, EDGE, drawing.y + 18, { bold: true, room: 150 });
  others.forEach((other, at) =>
    drawing.text(nameAt(scene, other), columns[at] ?? 0, drawing.y + 18, { size: 12, end: true, room: 44 }),
  );
  drawing.text(t("account.total"), last, drawing.y + 18, { size: 12, end: true, room: 44 });
  drawing.y += 27;
  for (const row of account.rows) {
    drawing.line(drawing.y);
    drawing.text(rowLabel(scene, seat, row), EDGE, drawing.y + 18, { room: 155 });
    others.forEach((other, at) => drawing.points(row.cells[other] ?? 0, columns[at] ?? 0, drawing.y + 18));
    drawing.points(row.total, last, drawing.y + 18, { bold: true });
    drawing.y += 26;
  }
  drawing.line(drawing.y);
  drawing.text(t("account.total"), EDGE, drawing.y + 19, { bold: true });
  others.forEach((other, at) =>
    drawing.points(account.cells[other] ?? 0, columns[at] ?? 0, drawing.y + 19, { bold: true }),
  );
  drawing.points(account.total, last, drawing.y + 19, { bold: true });
  drawing.y += 28;
}

/** The sheet as SVG, with the account of one seat; the same sheet, without its buttons. */
export function drawnSheet(scene: Scene, seat: number): string {
  const drawing = new Drawing();
  drawHead(drawing, scene);
  const first = scene.viewer ?? 0;
  for (const step of [0, 1, 2, 3]) drawHand(drawing, scene, (first + step) % 4);
  drawAccount(drawing, scene, seat);
  drawing.line(drawing.y);
  drawing.text(`${t("app.title")} · ${t("sheet.settled", { number: scene.number })}`, EDGE, drawing.y + 18, {
    size: 12,
    colour: INK.text2,
  });
  drawing.y += 28;
  return drawing.svg();
}

export function svgAddress(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

const SCALE = 2;

/** The picture as PNG, as a data address; where there is no canvas that of the SVG. */
export async function pictureAddress(svg: string): Promise<string> {
  const address = svgAddress(svg);
  const image = new Image();
  const isThere = new Promise<boolean>((resolve) => {
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
  });
  image.src = address;
  if (!(await isThere)) return address;
  try {
    const canvas = document.createElement("canvas");
    canvas.width = image.width * SCALE;
    canvas.height = image.height * SCALE;
    const context = canvas.getContext("2d");
    if (context === null) return address;
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/png");
  } catch {
    return address;
  }
}

/** The picture of an address as a file; no request is made for it. */
export function pictureFile(address: string, name: string): File | null {
  const [head = "", data = ""] = address.split(",", 2);
  if (!head.endsWith(";base64")) return null;
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  return new File([bytes], name, { type: "image/png" });
}
