import type { ComponentChildren } from "preact";
import { answering, latest, linkState, table } from "../store";
import { settings } from "../settings";
import { t, tileName } from "../texts";
import { winOffer } from "./extras";
import { current, names, ownTiles, shown } from "./live";
import { declaring, isForced, isMyTurn, isWinOffered, lifted, offered } from "./play";
import { refusal } from "./refusal";
import { family } from "./seats";
import { eventText, paymentText } from "./words";

/** A sentence with the name of a tile in it set apart. */
function withTile(text: string, tile: string): ComponentChildren {
  const name = tileName(tile);
  const at = text.indexOf(name);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <b>{name}</b>
      {text.slice(at + name.length)}
    </>
  );
}

function ownTurn(): ComponentChildren {
  const tile = ownTiles.value[lifted.value];
  if (tile !== undefined) {
    const key = declaring.value ? "prompt.lifted_declare" : "prompt.lifted";
    return withTile(t(key, { tile }), tile);
  }
  if (declaring.value) return t("prompt.declare");
  if (settings.value.tap === "one" && !isWinOffered.value) return t("prompt.turn_single");
  return t("prompt.turn");
}

function claim(): ComponentChildren {
  const now = current.value;
  const tile = now?.openTile ?? null;
  const seat = now?.open ?? null;
  if (tile === null || seat === null) return t("prompt.choose");
  const name = names.value[seat] ?? "";
  if (winOffer.value?.by === "robbed_kong") {
    const kong = t(`kong.${family(now?.ruleset ?? "")}_added`);
    return withTile(t("prompt.claim_rob", { name, kong, tile }), tile);
  }
  const facts = { name, tile };
  const key = offered.value.some((each) => each.name === "win")
    ? "prompt.claim_win"
    : offered.value.some((each) => each.name === "pong")
      ? "prompt.claim_pong"
      : "prompt.claim_kong";
  return withTile(t(key, facts), tile);
}

/** The last thing that happened, in words. */
function lastEvent(): ComponentChildren {
  const now = shown.value;
  const model = table.value;
  if (now === null || model === null) return "";
  for (const line of [...latest.value.notices].reverse()) {
    const text = eventText(line, names.value, now.ruleset);
    if (text !== null) return text;
  }
  for (const { line } of [...now.happenings].reverse()) {
    if (line.type === "payment") return paymentText(line.entries, names.value);
    const text = eventText(line, names.value, now.ruleset);
    if (text !== null) return "tile" in line ? withTile(text, line.tile) : text;
  }
  return "";
}

function content(): ComponentChildren {
  const model = table.value;
  if (model === null) return "";
  if (linkState.value === "lost") return t("prompt.lost");
  if (answering.value) return t("prompt.answering");
  if (model.seat !== null && model.seats[model.seat]?.auto === true) {
    return <b class="table-prompt-auto">{t("table.auto")}</b>;
  }
  const why = refusal.value;
  const hasPrompt = (model.prompt?.codes.length ?? 0) > 0;
  if (why !== null && lifted.value < 0) {
    return why.clause === null ? why.text : `${why.text} · ${why.clause}`;
  }
  if (!hasPrompt) {
    return model.prompt?.answered != null ? t("prompt.answered") : lastEvent();
  }
  if (isForced.value) return t("prompt.forced");
  return isMyTurn.value ? ownTurn() : claim();
}

/** The line above the claims: what is asked, or what has happened. */
export function PromptLine() {
  return (
    <p class="table-prompt-text" data-testid="prompt">
      {content()}
    </p>
  );
}
