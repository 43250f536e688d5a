/** Why the own hand, complete, was not offered a win: it stays until the next own prompt; one that
 * came with the own turn goes with it.
 */

import { effect, signal } from "@preact/signals";
import { table } from "../store";
import { told } from "../texts";
import { isOwnTurn } from "./codes";

interface Refusal {
  readonly text: string;
  readonly clause: string | null;
}

export const refusal = signal<Refusal | null>(null);

let promptBefore: number | undefined;
let numberBefore: number | undefined;
let wasOwnTurn = false;
effect(() => {
  const model = table.value;
  const refused = model?.refusedWin ?? null;
  const prompt = model?.prompt?.id;
  const isNext = prompt === undefined ? wasOwnTurn : prompt !== promptBefore;
  const isNew = isNext || model?.number !== numberBefore;
  if (prompt !== undefined) promptBefore = prompt;
  numberBefore = model?.number;
  wasOwnTurn = isOwnTurn(model?.prompt?.codes ?? []);
  if (refused !== null) {
    refusal.value = { text: told(refused.key, refused.facts), clause: refused.clause };
  } else if (isNew) {
    refusal.value = null;
  }
});
