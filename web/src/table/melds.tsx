import { Tile, UNKNOWN } from "../tiles";
import { t } from "../texts";
import { chickenMark, type Meld, type Position, type Viewer } from "./position";
import { family, nameOf, type Side, sideOf } from "./seats";

const ARROWS: Readonly<Record<Side, string>> = {
  own: "M1 2 H9 L5 9 Z",
  right: "M2 1 V9 L9 5 Z",
  top: "M1 8 H9 L5 1 Z",
  left: "M8 1 V9 L1 5 Z",
};

/** A filled arrow to a side of the screen. */
export function Arrow({ side }: { side: Side }) {
  return (
    <svg class="table-arrow" viewBox="0 0 10 10" aria-hidden="true">
      <path d={ARROWS[side]} />
    </svg>
  );
}

/** The faces of a meld from left to right; of a concealed kong the outer two are backs. */
function faces(meld: Meld, tight: boolean): string[] {
  const { tile } = meld;
  if (meld.kind === "concealed") {
    return tight ? [UNKNOWN, UNKNOWN, tile, tile] : [UNKNOWN, tile, tile, UNKNOWN];
  }
  return meld.kind === "discard" ? [tile, tile, tile, tile] : [tile, tile, tile];
}

/** All tiles of a meld; the fourth of an added kong lies on the third. */
function FullMeld({ meld, tight, plain, mark }: { meld: Meld; tight: boolean; plain: boolean; mark: string }) {
  return (
    <span class={tight ? "table-meld-tiles is-tight" : "table-meld-tiles"}>
      {meld.kind === "added" && <Tile tile={meld.tile} plain={plain} class="table-stacked" />}
      {faces(meld, tight).map((tile, at) => (
        <Tile key={at} tile={tile} plain={plain} class={tile === UNKNOWN ? "" : mark} />
      ))}
    </span>
  );
}

/** A meld as one tile: on a back, with one stacked on it, or plain. */
function ShortMeld({ meld, plain, mark }: { meld: Meld; plain: boolean; mark: string }) {
  return (
    <span class={`table-meld-tiles is-short is-${meld.kind}`}>
      {meld.kind === "concealed" && <Tile tile={UNKNOWN} plain={plain} class="table-under" />}
      {meld.kind === "added" && <Tile tile={meld.tile} plain={plain} class="table-stacked" />}
      <Tile tile={meld.tile} plain={plain} class={mark} />
    </span>
  );
}

export type MeldForm = "full" | "tight" | "short";

interface MeldsProps {
  readonly table: Position;
  readonly seat: number;
  readonly viewer: Viewer;
  readonly form: MeldForm;
  readonly plain: boolean;
}

/** What a meld is to those who hear it. */
function spoken(table: Position, meld: Meld): string {
  const name = t(`kong.${family(table.ruleset)}_${meld.kind}`);
  const { tile } = meld;
  if (meld.source === null) return t("table.meld_own", { name, tile });
  return t("table.meld_from", { name, tile, source: nameOf(table, meld.source) });
}

/** The melds of a seat, each with its tag and an arrow to where its tile came from. */
export function Melds({ table, seat, viewer, form, plain }: MeldsProps) {
  const melds = table.places[seat]?.melds ?? [];
  const words = family(table.ruleset);
  return (
    <ul class={`table-melds is-${form} has-${melds.length}`}>
      {melds.map((meld) => (
        <li class="table-meld" key={`${meld.tile}`} aria-label={spoken(table, meld)}>
          {form === "short" ? (
            <ShortMeld meld={meld} plain={plain} mark={chickenMark(table, meld.tile)} />
          ) : (
            <FullMeld
              meld={meld}
              tight={form === "tight"}
              plain={plain}
              mark={chickenMark(table, meld.tile)}
            />
          )}
          <span class="table-tag" aria-hidden="true">
            {meld.source !== null && <Arrow side={sideOf(meld.source, viewer)} />}
            {t(`kong.${words}_${meld.kind}_${form === "short" ? "short" : "tag"}`)}
          </span>
        </li>
      ))}
    </ul>
  );
}
