import { Tile } from "../tiles";
import { answering, table } from "../store";
import { t, told } from "../texts";
import { isDeclaration, type Offer, PASS, PONG } from "./codes";
import { winOffer } from "./extras";
import { layout } from "./layout";
import { current } from "./live";
import {
  ASIDE,
  canDeclare,
  choose,
  chosenKong,
  declaring,
  endAuto,
  isForced,
  isMyTurn,
  isSure,
  isWinOffered,
  offered,
  toggleDeclaring,
} from "./play";
import { refusal } from "./refusal";
import { family } from "./seats";

type Slot = "win" | "kong" | "pong" | "pass";

interface ClaimProps {
  readonly slot: Slot;
  readonly kind: "win" | "claim" | "quiet";
  readonly title: string;
  readonly note: string;
  readonly tile?: string | null;
  /** The note as a number, where there is no room for words: they are only heard. */
  readonly worth?: string;
  /** Whether there are so many that each has little room. */
  readonly isNarrow?: boolean;
  readonly isChosen?: boolean;
  readonly isPressed?: boolean;
  readonly hotkey: string;
  readonly onTake: () => void;
}

/** A note up to this width, in Latin letters, stands in one line; where there is little room. */
const SHORT = 14;
const NARROW = 6;

function widthOf(text: string): number {
  return [...text].reduce((width, letter) => width + (letter > "\u2e80" ? 2 : 1), 0);
}

function Claim(props: ClaimProps) {
  const classes = [
    "table-claim",
    `is-${props.kind}`,
    `in-${props.slot}`,
    widthOf(props.note) > (props.isNarrow === true ? NARROW : SHORT) ? "is-long" : "",
    props.isChosen === true ? "is-chosen" : "",
    props.worth === undefined ? "" : "is-cramped",
  ];
  return (
    <button
      type="button"
      class={classes.filter(Boolean).join(" ")}
      disabled={answering.value}
      aria-pressed={props.isPressed}
      aria-keyshortcuts={props.hotkey}
      onClick={() => {
        endAuto();
        props.onTake();
      }}
    >
      {props.tile != null && <Tile tile={props.tile} plain />}
      {props.worth !== undefined && (
        <span class="table-claim-worth" aria-hidden="true">
          {props.worth}
        </span>
      )}
      <span class="table-claim-words">
        <b>{props.title}</b>
        {props.note !== "" && <span>{props.note}</span>}
      </span>
    </button>
  );
}

/** What a win would bring, as the server says. */
function winNote(): string {
  const win = winOffer.value;
  if (win === null) return t("claim.win_plain");
  if (win.dealer_bonus > 0) {
    return t("claim.win_dealer", { fan: win.fan, bonus: win.dealer_bonus });
  }
  return t("claim.win_fan", { fan: win.fan });
}

/** What follows of one of the codes, in the server's words; nothing where it has none. */
function noteOf(isCode: (code: number) => boolean): string {
  const offer = offerOf(isCode);
  return offer === undefined ? "" : told(offer.key, offer.facts);
}

function offerOf(isCode: (code: number) => boolean) {
  return table.value?.prompt?.offers?.find((each) => isCode(each.code));
}

/** What each of those who pay for a kong would pay, in as little room as possible. */
function kongWorth(code: number): string {
  const { fan, points } = offerOf((each) => each === code)?.facts ?? {};
  if (fan !== undefined) return t("claim.worth_fan", { fan });
  return points === undefined ? "" : t("claim.worth_points", { points });
}

function Pass({ code, isNarrow }: { code: number; isNarrow: boolean }) {
  const sure = isSure.value;
  return (
    <Claim
      slot="pass"
      kind="quiet"
      title={t("claim.pass")}
      note={sure ? t("claim.pass_sure") : noteOf((each) => each === PASS)}
      isNarrow={isNarrow}
      hotkey="X"
      onTake={() => choose(code)}
    />
  );
}

/** Where a win would be offered, were the hand one that may win. */
function RefusedWin() {
  const why = refusal.value;
  if (why === null) return null;
  return (
    <div class="table-refused in-win">
      <b>{t("claim.win")}</b>
      {why.clause !== null && <span class="table-clause">{why.clause}</span>}
      <span class="table-refused-why">{why.text}</span>
    </div>
  );
}

type KongName = "discard" | "added" | "concealed";

function kongTitle(offer: Offer, words: "guiyang" | "duyun", isShort: boolean): string {
  const name = offer.name as KongName;
  if (!isShort) return t(`kong.${words}_${name}`);
  // Of a discard there is one kong only, which needs not be told from others.
  return t(name === "discard" ? `kong.${words}_discard_button` : `kong.${words}_${name}_tag`);
}

/** What is offered, as large buttons: pass, pong, kongs, win. */
export function Claims() {
  const list = offered.value;
  const words = family(current.value?.ruleset ?? "");
  const isOwn = isMyTurn.value;
  const kongs = list.filter((each) => each.name !== "win" && each.name !== "pong" && each.name !== "pass");
  const hasPong = list.some((each) => each.name === "pong");
  const hasPass = list.some((each) => each.code === PASS);
  const canPutAside = isOwn && list.length > 0 && !isForced.value;
  const showsRefused = refusal.value !== null && !isWinOffered.value;
  const isNarrow = list.length >= 4;
  const { kind, unit } = layout.value;
  const isCramped = kind !== "wide" && kongs.length > (kind === "landscape" ? 1 : 2);
  const isBare = isCramped && kongs.length > 2 && (kind === "landscape" || unit < 1);
  const number = table.value?.prompt?.id ?? 0;
  return (
    <div
      class={`table-claims has-kongs-${kongs.length}${isNarrow ? " is-many" : ""}${isBare ? " is-bare" : ""}`}
      role="group"
      aria-label={t("claim.label")}
      key={number}
    >
      {hasPass && <Pass code={PASS} isNarrow={isNarrow || kongs.length > 1} />}
      {canPutAside && <Pass code={ASIDE} isNarrow={isNarrow || kongs.length > 1} />}
      {canDeclare.value && (
        <Claim
          slot="pong"
          kind="claim"
          title={t("claim.declare")}
          note={declaring.value ? t("claim.declare_choose") : noteOf(isDeclaration)}
          isPressed={declaring.value}
          isNarrow={isNarrow}
          hotkey="T"
          onTake={toggleDeclaring}
        />
      )}
      {hasPong && (
        <Claim
          slot="pong"
          kind="claim"
          title={t("claim.pong")}
          note={noteOf((each) => each === PONG)}
          isNarrow={isNarrow}
          hotkey="P"
          onTake={() => take(list, "pong")}
        />
      )}
      {kongs.map((each, at) => (
        <Claim
          key={each.code}
          slot="kong"
          kind="claim"
          title={kongTitle(each, words, kongs.length > 1 || isNarrow)}
          note={noteOf((code) => code === each.code)}
          tile={each.tile}
          {...(isCramped ? { worth: kongWorth(each.code) } : {})}
          isChosen={at === chosenKong.value}
          isNarrow={isNarrow}
          hotkey="G"
          onTake={() => choose(each.code)}
        />
      ))}
      {isWinOffered.value && (
        <Claim
          slot="win"
          kind="win"
          title={t("claim.win")}
          note={isForced.value ? t("claim.win_forced", { note: winNote() }) : winNote()}
          isNarrow={isNarrow}
          hotkey="H"
          onTake={() => take(list, "win")}
        />
      )}
      {showsRefused && <RefusedWin />}
    </div>
  );
}

function take(list: readonly Offer[], name: Offer["name"]): void {
  const found = list.find((each) => each.name === name);
  if (found !== undefined) choose(found.code);
}
