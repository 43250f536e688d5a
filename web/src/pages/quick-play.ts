// A match against three built-in players, with what was chosen last.
import { ask } from "../api";
import { keep, kept } from "../kept";
import { bePerson } from "../person";
import type { RoomAnswer, RoomSettings } from "../protocol/http";
import { RULESET_NAMES, type RulesetName, STRENGTHS } from "./choosing";
import { enterTable } from "./entering";

const LIMITS = { decision: 60, reserve: 120 };

export function chosenRuleset(): RulesetName {
  return RULESET_NAMES.find((one) => one === kept("ruleset")) ?? "guiyang";
}

export function chosenStrength(): string {
  return STRENGTHS.find((one) => one.player === kept("strength"))?.player ?? "greedy";
}

export function choose(ruleset: RulesetName, strength: string): void {
  keep("ruleset", ruleset);
  keep("strength", strength);
}

/** Begin to play; with `replace` the way back does not lead here again. Throws `Problem`. */
export async function quickPlay(replace = false): Promise<void> {
  await bePerson();
  const wanted: RoomSettings = {
    ruleset: chosenRuleset(),
    hands: 8,
    fill: chosenStrength(),
    limits: LIMITS,
  };
  enterTable(await ask<RoomAnswer>("POST", "/api/quick-play", wanted), replace);
}
