/** What the server says of the table besides its lines: marks, waits, what a win would be worth. */

import { computed } from "@preact/signals";
import { send } from "../connection";
import type { Now, Sight, WallBreak, WinOffer } from "../protocol/messages";
import { table } from "../store";

export type { ReadyDiscard, Sight, Wait } from "../protocol/messages";

/** What the table waits for. */
export const now = computed<Now | null>(() => table.value?.now ?? null);

/** What the win that is offered would be worth. */
export const winOffer = computed<WinOffer | null>(() => table.value?.prompt?.win ?? null);

/** Where the wall of this hand is broken. */
export const wallBreak = computed<WallBreak | null>(() => {
  const line = table.value?.lines.find((one) => one.type === "hand");
  return line?.type === "hand" ? line.wall_break : null;
});

/** Ask the server what the own hand waits for; null when it could not be asked. */
export async function look(): Promise<Sight | null> {
  const answer = await send({ type: "look" });
  return answer.type === "sight" ? answer : null;
}
