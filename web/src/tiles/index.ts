export { KINDS, tileSvg, UNKNOWN, type Drawing } from "./drawing";
export { Tile } from "./tile";
