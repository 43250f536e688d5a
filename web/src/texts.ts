// The words of the page: the one catalogue of the package, one file a language.
import { effect, signal } from "@preact/signals";
import type { Key } from "../generated/keys";
import { type Language, settings } from "./settings";

export type { Key };
export type Facts = Record<string, string | number>;
type Texts = Record<string, string>;

const LOADERS: Record<Language, { texts: () => Promise<unknown>; clauses: () => Promise<unknown> }> = {
  "zh-Hans": {
    texts: () => import("../generated/texts.zh-Hans.json"),
    clauses: () => import("../generated/clauses.zh-Hans.json"),
  },
  "zh-Hant": {
    texts: () => import("../generated/texts.zh-Hant.json"),
    clauses: () => import("../generated/clauses.zh-Hant.json"),
  },
  en: {
    texts: () => import("../generated/texts.en.json"),
    clauses: () => import("../generated/clauses.en.json"),
  },
};

/** The language that is shown. It changes once its texts have come. */
export const language = signal<Language>("zh-Hans");
const texts = signal<Texts>({});
const clauses = signal<Texts>({});
let clausesOf: Language | null = null;

/** The text of a key, with its parameters filled in. */
export function t(key: Key, facts: Facts = {}): string {
  return filled(texts.value[key] ?? key, facts);
}

/** The text of a key that the server has sent. */
export function told(key: string, facts: Record<string, unknown> = {}): string {
  return filled(texts.value[key] ?? key, facts);
}

/** Whether there is a text for a key that the server has sent. */
export function known(key: string): boolean {
  return key in texts.value;
}

/** What a tile is called: by its code, such as "5m", or the number of its kind. */
export function tileName(tile: string | number): string {
  const code = typeof tile === "number" ? `${(tile % 9) + 1}${"mps"[Math.floor(tile / 9)]}` : tile;
  return told(`tile.${code}`);
}

/** What a player is called: built-in ones by how well they play, in this language. */
export function playerName(name: string, builtIn = true): string {
  return builtIn && known(`builtin.${name}`) ? told(`builtin.${name}`) : name;
}

/** A number with a true minus, and a plus where `sign` asks for one. */
export function figure(value: number, sign = false): string {
  if (value < 0) return `−${-value}`;
  return sign && value > 0 ? `+${value}` : `${value}`;
}

/** The text of a clause; empty until it has come. */
export function clauseText(id: string): string {
  loadClauses();
  return clauses.value[id] ?? "";
}

/** The numbers of all clauses in their order; none until they have come. */
export function clauseIds(): string[] {
  loadClauses();
  const number = (id: string) => Number(/\d+$/.exec(id)?.[0] ?? 0);
  return Object.keys(clauses.value).sort((one, other) => number(one) - number(other));
}

function loadClauses(): void {
  const wanted = language.value;
  if (clausesOf === wanted) return;
  clausesOf = wanted;
  void LOADERS[wanted].clauses().then(
    (found) => {
      if (clausesOf === wanted) clauses.value = contents(found);
    },
    () => (clausesOf = null),
  );
}

function filled(text: string, facts: Record<string, unknown>): string {
  return text.replace(/\{([a-z_]+)\}/g, (all, name: string) =>
    name in facts ? shown(name, facts[name]) : all,
  );
}

function shown(name: string, value: unknown): string {
  if (name.endsWith("tile") && (typeof value === "number" || typeof value === "string")) {
    return tileName(value);
  }
  if (name.endsWith("pattern") && typeof value === "string") return told(`pattern.${value}`);
  return typeof value === "number" ? figure(value) : String(value);
}

function contents(module: unknown): Texts {
  return (module as { default: Texts }).default;
}

function fromBrowser(): Language {
  for (const tag of navigator.languages ?? [navigator.language]) {
    const lower = tag.toLowerCase();
    if (/^zh\b.*\b(hant|tw|hk|mo)\b/.test(lower)) return "zh-Hant";
    if (/^zh\b/.test(lower)) return "zh-Hans";
    if (/^en\b/.test(lower)) return "en";
  }
  return "en";
}

async function show(wanted: Language): Promise<void> {
  const found = contents(await LOADERS[wanted].texts());
  if (wanted !== wantedLanguage()) return;
  texts.value = found;
  language.value = wanted;
  document.documentElement.lang = wanted;
  document.title = found["app.title"] ?? "";
}

function wantedLanguage(): Language {
  const wanted = settings.value.language;
  return wanted === "system" ? fromBrowser() : wanted;
}

/** Show the language that is set, now and whenever it changes; resolves with the first texts. */
export async function startTexts(): Promise<void> {
  await show(wantedLanguage());
  effect(() => {
    const wanted = wantedLanguage();
    if (wanted !== language.peek()) void show(wanted);
  });
}

