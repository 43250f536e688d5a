import type { JSX } from "preact";
import { Page } from "../parts/frame";
import { t } from "../texts";

/** A match to look at again. */
export function ReplayPage({ game }: { game: string | null; query: URLSearchParams }): JSX.Element {
  return <Page title={t("tabs.history")}>{game}</Page>;
}
