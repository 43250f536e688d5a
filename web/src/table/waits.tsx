import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { KINDS, Tile } from "../tiles";
import { answering, table } from "../store";
import { t, tileName, told } from "../texts";
import { look, type ReadyDiscard, type Sight, type Wait } from "./extras";
import { lifted } from "./play";
import { ownTiles } from "./live";
import { declaring } from "./play";

/** What the server has said of the own hand as it stands. */
const sight = signal<Sight | null>(null);

/** Ask anew whenever the table has changed. */
function useSight(): Sight | null {
  const seq = table.value?.seq;
  const isBusy = answering.value;
  useEffect(() => {
    let isWanted = true;
    if (seq === undefined || isBusy) return undefined;
    void look().then((found) => {
      if (isWanted) sight.value = found;
    });
    return () => {
      isWanted = false;
    };
  }, [seq, isBusy]);
  return sight.value;
}

function WaitItem({ wait }: { wait: Wait }) {
  const how = wait.on_discard ? t("waits.on_discard") : t("waits.self_draw");
  return (
    <li class="table-wait">
      <Tile tile={wait.tile} size={28} />
      <span>
        <b>{tileName(wait.tile)}</b>
        <span>{t("waits.worth", { count: wait.unseen, fan: wait.fan })}</span>
        <span class="table-wait-how">{how}</span>
        {!wait.on_discard && wait.key != null && (
          <span class="table-wait-why">
            {told(wait.key, {})}
            {wait.clause != null && ` · ${wait.clause}`}
          </span>
        )}
      </span>
    </li>
  );
}

function AfterDiscard({ discard }: { discard: ReadyDiscard }) {
  const declared = discard.declared ?? [];
  const waits = declaring.value && declared.length > 0 ? declared : discard.waits;
  return (
    <section class="table-waits-after">
      <h3>{t("waits.after", { tile: discard.tile })}</h3>
      <ul class="table-waits">
        {waits.map((wait) => (
          <WaitItem key={wait.tile} wait={wait} />
        ))}
      </ul>
    </section>
  );
}

/** What the own hand waits for, or what each discard would leave it waiting for. */
export function Waits() {
  const found = useSight();
  if (found === null) return <p>{t("waits.asking")}</p>;
  if (found.waits.length > 0) {
    return (
      <ul class="table-waits">
        {found.waits.map((wait) => (
          <WaitItem key={wait.tile} wait={wait} />
        ))}
      </ul>
    );
  }
  const tile = ownTiles.value[lifted.value];
  const ready = found.discards;
  const wanted = ready.filter((each) => each.tile === tile);
  const list = wanted.length > 0 ? wanted : ready;
  if (list.length === 0) return <p>{t("waits.none")}</p>;
  return (
    <>
      {list.map((each) => (
        <AfterDiscard key={each.tile} discard={each} />
      ))}
    </>
  );
}

/** How many of each kind have not been seen. */
export function Deck() {
  const found = useSight();
  if (found === null) return <p>{t("waits.asking")}</p>;
  return (
    <>
      <p class="table-panel-note">{t("deck.note")}</p>
      <div class="table-deck">
        {KINDS.map((tile, kind) => {
          const count = found.unseen[kind] ?? 0;
          return (
            <span
              key={tile}
              class={count === 0 ? "table-deck-kind is-gone" : "table-deck-kind"}
              role="img"
              aria-label={t("deck.kind", { tile, count })}
            >
              <Tile tile={tile} size={24} />
              <b>{count}</b>
            </span>
          );
        })}
      </div>
    </>
  );
}
