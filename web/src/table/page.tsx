import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { openTable } from "../connection";
import { linkState, table } from "../store";

/** A table in play. */
export function TablePage({ game, watch }: { game: string; watch: string | null }): JSX.Element {
  useEffect(() => openTable(game, watch ?? undefined), [game, watch]);
  return (
    <main>
      <p>{linkState.value}</p>
      <pre>{JSON.stringify(table.value, null, 1)}</pre>
    </main>
  );
}
