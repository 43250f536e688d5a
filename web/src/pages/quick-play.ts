// A match against three built-in players, with what was chosen last.
import { ask } from "../api";
import { keep, kept } from "../kept";
import { findPerson, guestName, signedIn } from "../person";
import type { GuestPlayAnswer, RoomAnswer, RoomSettings } from "../protocol/http";
import { person } from "../store";
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
  const settings: RoomSettings = {
    ruleset: chosenRuleset(),
    hands: 8,
    fill: chosenStrength(),
    limits: LIMITS,
  };
  enterTable(await begun(settings), replace);
}

/** The room of the match. Somebody new becomes a guest by the same request. */
async function begun(settings: RoomSettings): Promise<RoomAnswer> {
  if (kept("token") && !person.value) await findPerson();
  if (kept("token")) return ask<RoomAnswer>("POST", "/api/quick-play", settings);
  const guest = { name: guestName(), settings };
  const answer = await ask<GuestPlayAnswer>("POST", "/api/quick-play/guest", guest);
  await signedIn(answer);
  return answer.room;
}
