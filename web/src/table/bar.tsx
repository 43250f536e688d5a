import { latency, linkState, table } from "../store";
import { type Key, known, t, told } from "../texts";
import { Icon } from "../parts/icons";
import { layout } from "./layout";
import { shown } from "./live";
import { toggle } from "./panel";

function Glyph({ path }: { path: string }) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

const SMILE =
  "M12 3 A9 9 0 1 0 12 21 A9 9 0 1 0 12 3 M8 14 Q12 18.500 16 14 M9 9.500 V9.600 M15 9.500 V9.600";
const BEAN =
  "M4.500 17.500 C2.500 12.500 5 5.500 11.500 5 C17 4.600 20.500 8 20.500 11.500 C20.500 14.500 17.500 14.500 " +
  "15.500 14.500 C12.500 14.500 12.500 19.500 8.500 20 C6.500 20.200 5.200 19.200 4.500 17.500";
const BARS = "M5 19.500 V16.500 M10 19.500 V13 M15 19.500 V9 M20 19.500 V4.500";

/** A room's code as it is read aloud. */
function spaced(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

function handText(number: number, hands: number | null, isLast: boolean): string {
  if (isLast) return t("bar.last_hand", { number });
  return hands === null ? t("bar.hand", { number }) : t("bar.hand_of", { number, hands });
}

/** The line on top: menu, where one is, phrases, beans, scores. */
export function Bar() {
  const model = table.value;
  const position = shown.value;
  if (model === null) return null;
  const key = `lobby.${model.match.ruleset}`;
  const name = known(key) ? told(key) : told(`ruleset.${model.match.ruleset}`);
  const number = position?.number || model.number;
  const hand = handText(number, model.match.hands ?? null, model.closing);
  const delay = latency.value;
  const isWeak = linkState.value !== "open" || (delay !== null && delay > 400);
  const button = (panelName: "beans" | "phrases" | "scores", label: Key, path: string, mark = "") => (
    <button
      type="button"
      class={`table-icon ${mark}`}
      aria-label={t(label)}
      onClick={() => toggle(panelName)}
    >
      <Glyph path={path} />
    </button>
  );
  return (
    <header class="table-bar">
      <button
        type="button"
        class="table-icon"
        aria-label={t("bar.menu")}
        onClick={() => toggle("menu")}
      >
        <Icon name="menu" />
      </button>
      <h1 class="table-title">
        {name} · {hand}
      </h1>
      {layout.value.kind === "wide" && (
        <p class="table-stake">
          {model.coinsPerPoint > 0
            ? t("bar.base_coins", { base: model.base, coins: model.coinsPerPoint })
            : t("bar.base", { base: model.base })}
          {model.room !== null && ` · ${t("bar.room", { code: spaced(model.room) })}`}
        </p>
      )}
      <span class="table-bar-gap" />
      {model.seat !== null && button("phrases", "bar.phrases", SMILE)}
      {button("beans", "bar.beans", BEAN)}
      {button("scores", "bar.scores", BARS, isWeak ? "is-weak" : "")}
    </header>
  );
}
