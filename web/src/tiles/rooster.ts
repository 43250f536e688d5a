import { BLUE, BROWN, FACE, GREEN, RED } from "./inks";

const BODY =
  "M10.8 22.4 C10.8 14.6 15.4 11.4 20 11.4 C26.4 11.4 29 16.4 29 22.6 C29 32 33 39.4 45.6 39.6 " +
  "C45.4 52.4 38.4 61.4 27.2 61.4 C15 61.4 10.6 50.6 10.8 38.4 Z";
const TAIL: readonly (readonly [path: string, ink: string])[] = [
  ["M44 42 Q51.8 31.6 49.2 13.8", GREEN],
  ["M43.2 52.6 Q54.6 45.4 54.6 29.6", BLUE],
  ["M41.6 40.2 Q44.8 31.4 41 20.6", RED],
];
const COMB: readonly (readonly [x: number, y: number])[] = [[14.8, 11.8], [19.8, 9.2], [24.8, 11.8]];

/** The bird of yaoji, facing left; `silhouette` is its one ink in the high-contrast set. */
export function rooster(fine: boolean, silhouette?: string): string {
  const ink = (own: string): string => silhouette ?? own;
  const legs = "M24.6 60 V69 H18.8 M34.2 59 V69 H28.4";
  const tail = TAIL.map(
    ([path, own]) =>
      `<path d="${path}" fill="none" stroke="${ink(own)}" stroke-width="4.6" stroke-linecap="round"/>`,
  ).join("");
  const comb = COMB.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3.5" fill="${ink(RED)}"/>`).join("");
  const wing =
    `<path d="M19.6 43.6 Q24.4 53 35 46.8 M24.8 42 Q28.6 48 37.4 42.6" fill="none" ` +
    `stroke="${FACE}" stroke-width="1.9" stroke-linecap="round"/>`;
  return (
    tail +
    `<path d="${legs}" fill="none" stroke="${ink(BROWN)}" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"/>` +
    comb +
    `<polygon points="12.6,17.4 12.6,26 4.4,22.6" fill="${ink(BROWN)}"/>` +
    `<path d="${BODY}" fill="${ink(GREEN)}"/>` +
    `<ellipse cx="12.4" cy="31.2" rx="2.9" ry="4.1" fill="${ink(RED)}"/>` +
    `<circle cx="17.8" cy="20.4" r="3" fill="${FACE}"/>` +
    (fine ? `<circle cx="17.4" cy="20.4" r="1.4" fill="${ink(GREEN)}"/>` : "") +
    (fine && silhouette === undefined ? wing : "")
  );
}
