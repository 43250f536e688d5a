/** Why the own hand, complete, was not offered a win: it stays until the next own prompt. */

import { effect, signal } from "@preact/signals";
import { table } from "../store";
import { told } from "../texts";

interface Refusal {
  readonly text: string;
  readonly clause: string | null;
}

export const refusal = signal<Refusal | null>(null);

let promptBefore: number | undefined;
let numberBefore: number | undefined;
effect(() => {
  const model = table.value;
  const refused = model?.refusedWin ?? null;
  const prompt = model?.prompt?.id;
  const isNew = (prompt !== undefined && prompt !== promptBefore) || model?.number !== numberBefore;
  if (prompt !== undefined) promptBefore = prompt;
  numberBefore = model?.number;
  if (refused !== null) {
    refusal.value = { text: told(refused.key, refused.facts), clause: refused.clause };
  } else if (isNew) {
    refusal.value = null;
  }
});
