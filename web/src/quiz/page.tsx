import type { JSX } from "preact";
import { Page } from "../parts/frame";
import { t } from "../texts";

/** Questions about the rules. */
export function QuizPage({ ruleset }: { ruleset: string | null }): JSX.Element {
  return <Page title={t("tabs.quiz")}>{ruleset}</Page>;
}
