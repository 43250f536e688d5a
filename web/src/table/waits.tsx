import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { KINDS, Tile } from "../tiles";
import { answering, table } from "../store";
import { t, tileName, told } from "../texts";
import { look, type ReadyDiscard, type Sight, type Wait } from "./extras";
import { layout } from "./layout";
import { ownTiles } from "./live";
import { declaring, lifted } from "./play";

/** How many waits the strip has room for; the panel has all. */
function stripMost(): number {
  return layout.value.unit < 0.9 ? 2 : 3;
}

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

/** Whether the waits may be won on a discard: all, some or none. */
function howAll(waits: readonly Wait[]): string {
  const count = waits.filter((wait) => wait.on_discard).length;
  if (count === 0) return t("waits.self_draw");
  return t(count === waits.length ? "waits.on_discard" : "waits.some_self_draw");
}

/** The waits of the own hand in one line, where there is room beside the own plate. */
export function WaitsStrip() {
  const hand = ownTiles.value.join("");
  const prompt = table.value?.prompt?.id;
  useEffect(() => {
    void look().then((found) => {
      if (found !== null) sight.value = found;
    });
  }, [hand, prompt]);
  const found = sight.value;
  if (found === null || hand === "") return null;
  const tile = ownTiles.value[lifted.value];
  const after = found.discards.find((each) => each.tile === tile);
  const waits = after?.waits ?? found.waits;
  if (waits.length === 0) return null;
  const most = stripMost();
  return (
    <div class="table-strip">
      <span class="table-strip-head">
        <b>{after === undefined ? t("waits.now") : t("waits.after", { tile: after.tile })}</b>
        <span>{howAll(waits)}</span>
      </span>
      {waits.slice(0, most).map((wait) => (
        <span class="table-strip-wait" key={wait.tile}>
          <Tile tile={wait.tile} size={27} />
          <span>
            <b>{tileName(wait.tile)}</b>
            <span>{t("waits.worth", { count: wait.unseen, fan: wait.fan })}</span>
          </span>
        </span>
      ))}
      {waits.length > most && <span>…</span>}
    </div>
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
