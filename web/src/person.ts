// Who one is on this device: a guest from the first game on, or somebody with an account.
import type { PersonAnswer, SignedInAnswer } from "./protocol/http";
import { Problem, ask } from "./api";
import { keep, kept } from "./kept";
import { person } from "./store";
import { t } from "./texts";

/** Find out who one is, if anybody; a token that nobody has any more is forgotten. */
export async function findPerson(): Promise<void> {
  if (!kept("token")) return;
  try {
    person.value = await ask<PersonAnswer>("GET", "/api/people/me");
  } catch (error) {
    if (error instanceof Problem && error.status === 401) forgetPerson();
  }
}

/** Be somebody: a guest, unless one is known already. Throws `Problem`. */
export async function bePerson(): Promise<void> {
  if (kept("token")) {
    if (!person.value) await findPerson();
    if (kept("token")) return;
  }
  await signedIn(await ask<SignedInAnswer>("POST", "/api/people", { name: guestName() }));
}

/** Keep what signing in has brought. */
export async function signedIn(answer: Pick<SignedInAnswer, "token" | "recovery">): Promise<void> {
  keep("token", answer.token);
  if (answer.recovery) keep("recovery", answer.recovery);
  await findPerson();
}

export function forgetPerson(): void {
  keep("token", null);
  keep("recovery", null);
  keep("named", null);
  person.value = null;
}

/** Whether the name is one's own choice, not one by chance. */
export function isNamed(): boolean {
  return kept("named") !== null;
}

/** Take another name. Throws `Problem`. */
export async function rename(name: string): Promise<void> {
  person.value = await ask<PersonAnswer>("PUT", "/api/people/me", { name });
  keep("named", "yes");
}

/** A name to begin with. */
export function guestName(): string {
  const names = t("guest.names").split(" ");
  return names[Math.floor(Math.random() * names.length)]!;
}
