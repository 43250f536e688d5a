import { settings } from "../settings";
import { tileName } from "../texts";
import { drawTile, symbolName, UNKNOWN, type Drawing } from "./drawing";

/** From this width on a tile is drawn fine. */
const FINE = 36;

const drawn = new Set<string>();
let sprite: SVGSVGElement | undefined;

/** Lay the symbol of a tile into the page, once, and return its name. */
function symbol(code: string, drawing: Drawing): string {
  const name = symbolName(code, drawing);
  if (drawn.has(name)) return name;
  if (sprite === undefined) {
    sprite = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    sprite.setAttribute("class", "tile-sprite");
    sprite.setAttribute("aria-hidden", "true");
    document.body.append(sprite);
  }
  const element = document.createElementNS("http://www.w3.org/2000/svg", "symbol");
  element.id = name;
  element.setAttribute("viewBox", "0 0 60 80");
  element.innerHTML = drawTile(code, drawing);
  sprite.append(element);
  drawn.add(name);
  return name;
}

interface TileProps {
  /** Such as "5m"; "?" is a back. */
  readonly tile: string;
  /** Width in CSS pixels; without it the style sheet decides, and the drawing is by `plain`. */
  readonly size?: number;
  readonly plain?: boolean;
  /** Whether the tile is named to those who do not see it. */
  readonly label?: boolean;
  readonly class?: string;
}

/** One tile, upright. Its own drawing is for the eye alone unless `label` names it. */
export function Tile({ tile, size, plain, label, class: className }: TileProps) {
  const isFine = plain === undefined ? size === undefined || size >= FINE : !plain;
  const isContrast = settings.value.contrast === "high";
  const drawing: Drawing = isContrast ? "contrast" : isFine ? "fine" : "plain";
  const named = label === true && tile !== UNKNOWN;
  const sizes = size === undefined ? {} : { width: size, height: (size * 4) / 3 };
  return (
    <svg
      class={className === undefined ? "tile" : `tile ${className}`}
      viewBox="0 0 60 80"
      {...sizes}
      {...(named ? { role: "img", "aria-label": tileName(tile) } : { "aria-hidden": "true" })}
    >
      <use href={`#${symbol(tile, drawing)}`} />
    </svg>
  );
}
