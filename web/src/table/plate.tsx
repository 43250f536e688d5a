import { figure, t } from "../texts";
import { layout } from "./layout";
import type { Position } from "./position";
import { nameOf, type Side } from "./seats";

/** What is known of a seat's player besides the hand. */
export interface PlayerState {
  readonly absent: boolean;
  readonly auto: boolean;
  /** Whether the line of a person is broken. */
  readonly isAway: boolean;
}

interface PlateProps {
  readonly table: Position;
  readonly seat: number;
  readonly side: Side;
  readonly score: number;
  readonly isTurn: boolean;
  readonly hasCharge: boolean;
  readonly state: PlayerState | undefined;
  /** What the player has just said. */
  readonly said: string | null;
  readonly onOpen: (() => void) | undefined;
}

function stateWord(state: PlayerState | undefined): string | null {
  if (state === undefined) return null;
  if (state.absent) return t("table.absent");
  if (state.isAway) return t("table.away");
  return state.auto ? t("table.auto_short") : null;
}

/** The mark of who has declared ready: a sign where the word would leave the name no room. */
function Declared({ isNarrow }: { isNarrow: boolean }) {
  if (!isNarrow) return <span class="table-declared">{t("table.declared")}</span>;
  return (
    <span class="table-declared">
      <span class="unseen">{t("table.declared")}</span>
      <span aria-hidden="true">{t("table.declared_short")}</span>
    </span>
  );
}

/** A player's plate: name, dealer and repeats, declared ready, score, beans. */
export function Plate(props: PlateProps) {
  const { table, seat, side, score, isTurn } = props;
  const own = table.places[seat];
  const isDealer = table.dealer === seat;
  const word = stateWord(props.state);
  const beans = own !== undefined && own.beans > 0 ? t("table.beans", { count: own.beans }) : null;
  const isNarrow = layout.value.kind !== "wide" && (side === "left" || side === "right");
  const charge = props.hasCharge ? t("table.charge") : null;
  return (
    <button
      type="button"
      class={isTurn ? `table-plate is-${side} is-turn` : `table-plate is-${side}`}
      onClick={props.onOpen}
      data-seat={seat}
    >
      <span class="table-plate-line">
        <bdi class="table-name">{nameOf(table, seat)}</bdi>
        {isDealer && (
          <span class="table-dealer">
            {table.repeats > 0 ? t("table.dealer_again", { count: table.repeats }) : t("table.dealer")}
          </span>
        )}
        {own?.declared === true && <Declared isNarrow={isNarrow} />}
      </span>
      <span class="table-plate-line">
        <span class="table-score">{figure(score, true)}</span>
        <span class="table-plate-notes">
          {word !== null && <span class="table-state">{word}</span>}
          {beans !== null && <span>{beans}</span>}
          {charge !== null && <span>{charge}</span>}
        </span>
      </span>
      {isTurn && <span class="unseen">{t("table.is_turn")}</span>}
      {props.said !== null && <span class="table-said">{props.said}</span>}
    </button>
  );
}
