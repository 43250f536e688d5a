// What a person sets on this device, kept by the browser, and what of it the stylesheet knows.
import { effect, signal } from "@preact/signals";
import { keep, keptObject } from "./kept";

export const LANGUAGES = ["zh-Hans", "zh-Hant", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Settings {
  /** Tap to lift and tap again to throw, or throw by a single tap. */
  tap: "two" | "one";
  keys: boolean;
  sound: boolean;
  motion: "system" | "on" | "off";
  contrast: "normal" | "high";
  theme: "system" | "dark" | "light";
  language: "system" | Language;
  /** Whether phrases of others are shown. */
  phrases: boolean;
}

export const CHOICES: { [Name in keyof Settings]: readonly Settings[Name][] } = {
  tap: ["two", "one"],
  keys: [true, false],
  sound: [false, true],
  motion: ["system", "on", "off"],
  contrast: ["normal", "high"],
  theme: ["system", "dark", "light"],
  language: ["system", ...LANGUAGES],
  phrases: [true, false],
};

function chosen<Name extends keyof Settings>(name: Name, value: unknown): Settings[Name] {
  const values = CHOICES[name];
  return values.find((one) => one === value) ?? values[0]!;
}

function loaded(): Settings {
  const found = keptObject("settings");
  return {
    tap: chosen("tap", found.tap),
    keys: chosen("keys", found.keys),
    sound: chosen("sound", found.sound),
    motion: chosen("motion", found.motion),
    contrast: chosen("contrast", found.contrast),
    theme: chosen("theme", found.theme),
    language: chosen("language", found.language),
    phrases: chosen("phrases", found.phrases),
  };
}

export const settings = signal<Settings>(loaded());

export function set<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
  settings.value = { ...settings.value, [name]: value };
  keep("settings", JSON.stringify(settings.value));
}

function media(query: string) {
  const list = matchMedia(query);
  const found = signal(list.matches);
  const changed = () => (found.value = list.matches);
  if (list.addEventListener) list.addEventListener("change", changed);
  else list.addListener(changed); // older in-app browsers
  return found;
}

const prefersLight = media("(prefers-color-scheme: light)");
const prefersStill = media("(prefers-reduced-motion: reduce)");

export function theme(): "dark" | "light" {
  const wanted = settings.value.theme;
  if (wanted !== "system") return wanted;
  return prefersLight.value ? "light" : "dark";
}

/** Whether things move; where not, they fade in 80 ms. */
export function moves(): boolean {
  const wanted = settings.value.motion;
  return wanted === "system" ? !prefersStill.value : wanted === "on";
}

/** Keep the root element's attributes as the settings say. */
export function applySettings(): void {
  const root = document.documentElement;
  const bar = document.querySelector('meta[name="theme-color"]');
  effect(() => {
    root.dataset.theme = theme();
    root.dataset.contrast = settings.value.contrast;
    root.dataset.motion = moves() ? "on" : "off";
    bar?.setAttribute("content", theme() === "dark" ? "#0C1E2E" : "#F4F1E9");
  });
}
