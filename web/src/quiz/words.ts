// Questions of the quiz in words. What is right, and why, the server has said.
import type { Option, Question, QuizValue } from "../protocol/http";
import type { Sheet } from "../protocol/messages";
import type { Scene } from "../settlement/words";
import { t, told } from "../texts";

/** What the seats are called: oneself and the others in turn order. */
export function names(): string[] {
  return [t("quiz.you"), t("quiz.right"), t("quiz.across"), t("quiz.left")];
}

function nameOf(seat: number): string {
  return names()[seat] ?? "";
}

/** What is to be known besides the tiles. */
export function circumstances(question: Question): string[] {
  const source = question.source === null ? "" : nameOf(question.source);
  const found = [t(`quiz.circumstance_${question.by}`, { source })];
  const { dealer } = question;
  const name = nameOf(dealer.seat);
  found.push(
    dealer.repeats > 0
      ? t("quiz.deals_again", { name, count: dealer.repeats })
      : t("quiz.deals", { name }),
  );
  if (question.first_draw) found.push(t("quiz.first_draw"));
  if (question.declared) found.push(t("quiz.declared"));
  if (question.from_declared) found.push(t("quiz.from_declared", { source }));
  if (question.after_kong) {
    found.push(
      question.by === "self_draw"
        ? t("quiz.after_kong_self_draw")
        : t("quiz.after_kong_discard", { source }),
    );
  }
  return found;
}

export function asked(question: Question): string {
  const source = question.source === null ? "" : nameOf(question.source);
  switch (question.kind) {
    case "pattern":
      return t("quiz.ask_pattern");
    case "fan":
      return t("quiz.ask_fan");
    case "discard":
      return t("quiz.ask_discard", { source, tile: question.winning });
    case "payment":
      return t("quiz.ask_payment", { base: question.base });
  }
}

export function optionText(option: Option): string {
  if (option.pattern != null) return told(`pattern.${option.pattern}`);
  if (option.fan != null) return t("quiz.fan", { fan: option.fan });
  if (option.reason != null) return t(`quiz.${option.reason}`);
  return (option.pays ?? [])
    .map((points, at) => t("quiz.pays", { name: nameOf(at + 1), points }))
    .join(" · ");
}

/** How the fan of a hand add up. */
export function valueText(value: QuizValue): string {
  const parts = [t("quiz.worth", { pattern: value.pattern, fan: value.pattern_fan })];
  for (const [extra, fan] of Object.entries(value.extras)) {
    const part =
      extra === "declared_ready" && value.as_pattern !== null
        ? t("quiz.worth_as", { pattern: value.pattern, as_pattern: value.as_pattern })
        : told(`reason.${extra}`);
    parts.push(t("quiz.part", { part, fan }));
  }
  if (parts.length === 1) return parts[0] ?? "";
  return t("quiz.sum", { parts: parts.join(" + "), fan: value.fan });
}

/** The account of a question as if it were that of a settled hand. */
export function sceneOf(question: Question): Scene {
  const { value } = question;
  const winners: Sheet["winners"] =
    value === null
      ? []
      : [{ ...value, seat: 0, by: question.by, source: question.source, tile: question.winning, shares: 1 }];
  const sheet: Sheet = {
    outcome: "win",
    base: question.base,
    dealer: question.dealer,
    winners,
    turned_over: null,
    chicken_kinds: [],
    seats: [],
    accounts: [],
    notes: [],
    left: null,
    next: null,
  };
  return { sheet, names: names(), viewer: 0, ruleset: question.ruleset, number: 1 };
}
