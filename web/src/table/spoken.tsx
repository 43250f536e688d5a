/** What those hear who do not see the table: events politely, what one is asked at once. */

import { effect, signal } from "@preact/signals";
import { settings } from "../settings";
import { latest, linkState, said, table } from "../store";
import { t, told } from "../texts";
import { secondsLeft } from "./clock";
import { winOffer } from "./extras";
import { current, names } from "./live";
import { isMyTurn, offered } from "./play";
import { family } from "./seats";
import { eventText, paymentText, resultText } from "./words";

const polite = signal("");
const assertive = signal("");

/** What the lines that have just come say: at once, since words wait for one another by themselves. */
function happened(): string {
  const { lines, notices } = latest.value;
  const position = current.peek();
  if (position === null) return "";
  const isSettled = lines.some((line) => line.type === "result");
  return [...lines, ...notices]
    .map((line) => {
      if (line.type === "result") return resultText(line, names.peek());
      // The result says it with what it is worth.
      if (line.type === "win" && isSettled) return null;
      if (line.type === "payment") return paymentText(line.entries, names.peek());
      return eventText(line, names.peek(), position.ruleset);
    })
    .filter(Boolean)
    .join(t("event.then"));
}

effect(() => {
  const text = happened();
  if (text !== "") polite.value = text;
});

effect(() => {
  const heard = said.value;
  if (heard === null || !settings.peek().phrases) return;
  const name = names.peek()[heard.seat] ?? "";
  polite.value = t("event.said", { name, phrase: told(`phrase.${heard.phrase}`) });
});

/** What one is asked, as one sentence. */
function question(): string {
  const words = family(current.peek()?.ruleset ?? "");
  // What is worth most is said first.
  const parts = [...offered.peek()].reverse().flatMap((each) => {
    if (each.name === "pass") return [];
    if (each.name === "pong") return [t("spoken.pong")];
    if (each.name !== "win") {
      return [t("spoken.kong", { kong: t(`kong.${words}_${each.name}`) })];
    }
    const win = winOffer.peek();
    if (win === null) return [t("spoken.win")];
    return [
      win.dealer_bonus > 0
        ? t("spoken.win_dealer", { fan: win.fan, bonus: win.dealer_bonus })
        : t("spoken.win_fan", { fan: win.fan }),
    ];
  });
  const isTurn = isMyTurn.peek();
  if (isTurn) {
    const seat = table.peek()?.seat ?? 0;
    const drawn = current.peek()?.places[seat]?.drawn;
    parts.unshift(drawn == null ? t("spoken.turn") : t("spoken.turn_drawn", { tile: drawn }));
  } else {
    parts.push(t("spoken.pass"));
  }
  const left = secondsLeft();
  const seconds = left === null ? "" : t("spoken.seconds", { seconds: left.decision || left.reserve });
  return parts.join(t("spoken.then")) + seconds;
}

let asked: number | undefined;
effect(() => {
  const prompt = table.value?.prompt;
  const id = prompt?.id;
  if (id === asked) return;
  asked = id;
  if (prompt != null && prompt.codes.length > 0) assertive.value = question();
});

effect(() => {
  if (linkState.value === "lost") assertive.value = t("prompt.lost");
});

/** Say the last event once more. */
export function repeatLast(): void {
  const text = polite.value;
  polite.value = "";
  window.setTimeout(() => (polite.value = text), 50);
}

/** The two live regions of the table. */
export function Spoken() {
  return (
    <>
      <div class="unseen" role="log" aria-live="polite" data-testid="polite">
        {polite.value}
      </div>
      <div class="unseen" role="alert" aria-live="assertive" data-testid="assertive">
        {assertive.value}
      </div>
    </>
  );
}
