/** The colours of tiles: the same in the light and in the dark page. */

export const FACE = "#FBF7EC";
export const EDGE = "#6F6753";
export const BACK = "#2B6480";
export const BACK_DARK = "#12303F";
export const BACK_LIGHT = "#A9CBD9";
export const BLACK = "#1B2A36";
export const RED = "#B3261E";
export const BLUE = "#1C4F91";
export const GREEN = "#17663A";
export const BROWN = "#9A5B00";
