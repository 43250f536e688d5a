// The four hands of a settlement, laid open.
import type { JSX } from "preact";
import type { SheetMeld } from "../protocol/messages";
import { figure, t } from "../texts";
import { Tile, UNKNOWN } from "../tiles";
import { apart, marks, nameAt, riverText, type Scene, seatOf, spokenHand } from "./words";

/** A tile in a hand; a chicken is underlined, a golden one twice. */
function HandTile({ tile, chicken, won = false }: { tile: string; chicken: number; won?: boolean }) {
  const classes = ["sheet-tile"];
  if (chicken > 0) classes.push(chicken > 1 ? "is-golden" : "is-chicken");
  if (won) classes.push("is-won");
  return (
    <span class={classes.join(" ")}>
      <Tile tile={tile} plain />
    </span>
  );
}

/** A meld: a concealed kong shows two backs, an added one has its fourth tile on the third. */
export function OpenMeld({ meld, chicken }: { meld: SheetMeld; chicken: number }): JSX.Element {
  const { kind, tile } = meld;
  const faces = kind === "concealed" ? [UNKNOWN, tile, tile, UNKNOWN] : Array<string>(3).fill(tile);
  if (kind === "discard") faces.push(tile);
  return (
    <>
      {faces.map((face, at) => (
        <span class={at === 0 ? "sheet-gap" : "sheet-joined"} key={at}>
          {kind === "added" && at === 2 && (
            <span class="sheet-stacked">
              <Tile tile={tile} plain />
            </span>
          )}
          <HandTile tile={face} chicken={face === UNKNOWN ? 0 : chicken} />
        </span>
      ))}
    </>
  );
}

interface HandTilesProps {
  tiles: readonly string[];
  won: string | null;
  melds: readonly SheetMeld[];
  fanOf: (tile: string) => number;
}

/** All tiles of a hand in a row that shrinks to fit. */
export function HandTiles({ tiles, won, melds, fanOf }: HandTilesProps): JSX.Element {
  return (
    <span class="sheet-tiles" aria-hidden="true">
      {tiles.map((tile, at) => (
        <HandTile key={at} tile={tile} chicken={fanOf(tile)} />
      ))}
      {won !== null && (
        <span class="sheet-gap">
          <HandTile tile={won} chicken={fanOf(won)} won />
        </span>
      )}
      {melds.map((meld) => (
        <OpenMeld key={meld.tile} meld={meld} chicken={fanOf(meld.tile)} />
      ))}
    </span>
  );
}

interface OpenHandProps {
  scene: Scene;
  seat: number;
  chosen: boolean;
  onChoose: () => void;
}

export function OpenHand({ scene, seat, chosen, onChoose }: OpenHandProps): JSX.Element {
  const shown = seatOf(scene, seat);
  const { tiles, won } = apart(scene, seat);
  const points = shown?.points ?? 0;
  const river = shown === undefined ? "" : riverText(shown);
  const chickens = scene.sheet.chicken_kinds;
  const fanOf = (tile: string) => chickens.find((one) => one.tile === tile)?.fan ?? 0;
  const tone = points > 0 ? "gain" : points < 0 ? "loss" : "";
  return (
    <button
      type="button"
      class={chosen ? "sheet-hand is-chosen" : "sheet-hand"}
      aria-pressed={chosen}
      onClick={onChoose}
    >
      <span class="unseen">{spokenHand(scene, seat)}</span>
      <span class="sheet-hand-head">
        <bdi class="name" aria-hidden="true">
          {nameAt(scene, seat)}
        </bdi>
        {marks(scene, seat).map((mark) => (
          <span key={mark.kind} class={`sheet-mark is-${mark.kind}`}>
            {mark.text}
          </span>
        ))}
        {river !== "" && <span class="note">{river}</span>}
        {shown !== undefined && shown.waits.length > 0 && (
          <span class="sheet-waits">
            {t("sheet.ready")}
            {shown.waits.map((wait) => (
              <Tile key={wait} tile={wait} size={18} label />
            ))}
          </span>
        )}
        {scene.sheet.outcome === "exhausted" && shown?.ready === false && (
          <span class="note">{t("sheet.not_ready")}</span>
        )}
        <span class={`sheet-points ${tone}`} aria-hidden="true">
          {figure(points, true)}
        </span>
      </span>
      <HandTiles tiles={tiles} won={won} melds={shown?.melds ?? []} fanOf={fanOf} />
    </button>
  );
}
