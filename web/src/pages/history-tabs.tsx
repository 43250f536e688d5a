import type { JSX } from "preact";
import { href, route } from "../router";
import { type Key, t } from "../texts";

const PLACES: readonly [string, Key][] = [
  ["history", "history.tab"],
  ["statistics", "history.statistics"],
];

/** Matches or statistics. */
export function HistoryTabs(): JSX.Element {
  return (
    <nav class="subtabs" aria-label={t("history.title")}>
      {PLACES.map(([place, key]) => (
        <a
          href={href(`/${place}`)}
          aria-current={route.value.path[0] === place ? "page" : undefined}
          key={place}
        >
          {t(key)}
        </a>
      ))}
    </nav>
  );
}
