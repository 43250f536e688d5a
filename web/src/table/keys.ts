/** The keyboard: by physical key, since Chinese input methods swallow letters. */

import { set, settings } from "../settings";
import { PASS, PONG, WIN } from "./codes";
import { codes } from "./live";
import { closePanel, panel, toggle } from "./panel";
import {
  ASIDE,
  choose,
  chosenKong,
  endAuto,
  lifted,
  moveLift,
  offered,
  putDown,
  throwAt,
  throwDrawn,
  toggleDeclaring,
} from "./play";
import { repeatLast } from "./spoken";

/** Keys as they are written, with the end of the key of their text. */
export const KEY_ROWS = [
  ["← →", "choose"],
  ["Enter", "throw"],
  ["D", "drawn"],
  ["H", "win"],
  ["G", "kong"],
  ["P", "pong"],
  ["X", "pass"],
  ["T", "declare"],
  ["W", "waits"],
  ["R", "rivers"],
  ["B", "beans"],
  ["S", "scores"],
  ["L", "repeat"],
  ["M", "sound"],
  ["?", "help"],
  ["Esc", "close"],
] as const;

function kongs(): readonly number[] {
  return offered.value
    .filter((each) => each.name !== "win" && each.name !== "pong" && each.name !== "pass")
    .map((each) => each.code);
}

/** The only kong at once; of several the next one, which Enter then takes. */
function kong(): void {
  const found = kongs();
  const [only] = found;
  if (found.length === 1 && only !== undefined) choose(only);
  else if (found.length > 1) chosenKong.value = (chosenKong.value + 1) % found.length;
}

function enter(): void {
  const code = kongs()[chosenKong.value];
  if (code !== undefined) choose(code);
  else if (lifted.value >= 0) throwAt(lifted.value);
}

function pass(): void {
  if (codes.value.includes(PASS)) choose(PASS);
  else if (offered.value.length > 0) choose(ASIDE);
}

const ACTIONS: Readonly<Record<string, () => void>> = {
  ArrowLeft: () => moveLift(-1),
  ArrowRight: () => moveLift(1),
  Enter: enter,
  NumpadEnter: enter,
  KeyD: throwDrawn,
  KeyH: () => choose(WIN),
  KeyG: kong,
  KeyP: () => choose(PONG),
  KeyX: pass,
  KeyT: toggleDeclaring,
  KeyW: () => toggle("waits"),
  KeyR: () => toggle("rivers"),
  KeyB: () => toggle("beans"),
  KeyS: () => toggle("scores"),
  KeyL: repeatLast,
  KeyM: () => set("sound", !settings.value.sound),
};

/** Those that take an offer do nothing when it is not there. */
const NEEDS: Readonly<Record<string, number>> = { KeyH: WIN, KeyP: PONG };

/** Keys that act on the hand, not on what has the focus: only Enter means both. */
function isForFocused(event: KeyboardEvent): boolean {
  if (event.code !== "Enter" && event.code !== "NumpadEnter") return false;
  const target = event.target as HTMLElement;
  return target.matches("button:not(.table-hand-tile), a, input");
}

/** Let a key act on the table. */
export function pressed(event: KeyboardEvent): void {
  if (!settings.value.keys || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "?") {
    event.preventDefault();
    toggle("help");
    return;
  }
  if (event.code === "Escape") {
    if (panel.value === null) putDown();
    else closePanel();
    return;
  }
  const action = ACTIONS[event.code];
  if (action === undefined || isForFocused(event)) return;
  // Within a panel only the keys that open and close one count.
  if (panel.value !== null && !/^Key[WRBSM]$/.test(event.code)) return;
  event.preventDefault();
  if (event.repeat && !event.code.startsWith("Arrow")) return;
  const needs = NEEDS[event.code];
  if (needs !== undefined && !codes.value.includes(needs)) return;
  endAuto();
  action();
}
