// The games that ship, and how good built-in players are.
import { PLAYERS, RULESETS } from "../../generated/choices";
import { type Key, told } from "../texts";

export type RulesetName = keyof typeof RULESETS;

export const RULESET_NAMES: readonly RulesetName[] = ["guiyang", "guiyang-street", "duyun", "duyun-huazhu"];

const LEVELS: readonly { player: (typeof PLAYERS)[number]; key: Key }[] = [
  { player: "random", key: "builtin.random" },
  { player: "greedy", key: "builtin.greedy" },
];

/** Built-in players to choose from, the easiest first. */
export const STRENGTHS: readonly { player: string; key: Key }[] = LEVELS;

/** The short name of a ruleset. */
export function rulesetTitle(name: string): string {
  return isRuleset(name) ? told(`lobby.${name}`) : name;
}

/** What sets a ruleset apart. */
export function rulesetNote(name: RulesetName): string {
  return told(`lobby.${name}_note`);
}

export function isRuleset(name: string): name is RulesetName {
  return name in RULESETS;
}
