// A replay at one of its steps: the table, what happens there, and the strip that moves it.
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Icon } from "../parts/icons";
import type { Replay } from "../protocol/http";
import { settings } from "../settings";
import { TableFrame } from "../table/frame";
import { layout } from "../table/layout";
import { CHICKEN_LASTS, TurnedOver } from "../table/moments";
import { type Position, position } from "../table/position";
import { TableView } from "../table/view";
import { t } from "../texts";
import { SheetView } from "../settlement/view";
import type { Scene } from "../settlement/words";
import { eventOf, matchOf, type Place, shownLine, stepAt, type View, viewerOf, VIEWS } from "./film";
import { Ledger } from "./ledger";
import { Strip } from "./strip";
import { sentence } from "./words";

const STRIP = 56;
const STEP_MS = 1000;

/** Where the charge chicken lies that the server tells of. */
function chargeOf(table: Position, seat: number | null): { seat: number; at: number } | null {
  const at = table.places[seat ?? -1]?.river.findIndex((each) => each.tile === "1s") ?? -1;
  return seat === null || at < 0 ? null : { seat, at };
}

interface Props {
  replay: Replay;
  names: readonly string[];
  place: Place;
  view: View;
  onPlace: (place: Place) => void;
  onView: (view: View) => void;
  /** Gives a link to where one is; a file has none. */
  onLink?: () => void;
  onBack: () => void;
}

export function FilmView({ replay, names, place, view, onPlace, onView, onLink, onBack }: Props): JSX.Element {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [panel, setPanel] = useState<"ledger" | "sheet" | null>(null);
  const [spoken, setSpoken] = useState("");
  const [isPutAway, putAway] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.focus({ preventScroll: true }), []);

  const hand = replay.hands[place.hand] ?? replay.hands[0];
  const step = hand === undefined ? 0 : stepAt(hand, place.line);
  const match = matchOf(replay);
  const table = useMemo(() => {
    const named = match.players.map((player, seat) => ({ ...player, name: names[seat] ?? "" }));
    const lines = hand?.steps.slice(0, step + 1).map((one) => shownLine(hand, one)) ?? [];
    return position({ ...match, players: named as unknown as typeof match.players }, lines);
  }, [hand, step, names, match]);

  const goHand = (by: number): boolean => {
    if (by < 0 && step > 0) return goStep(0);
    const at = place.hand + by;
    const line = replay.hands[at]?.steps[0]?.line;
    if (line === undefined) return false;
    onPlace({ hand: at, line });
    return true;
  };
  /** Goes to a step of this hand, or over its end into the next one. */
  const goStep = (to: number): boolean => {
    if (hand === undefined) return false;
    const target = hand.steps[to];
    if (target !== undefined) {
      const event = eventOf(target);
      setSpoken((to < step ? `${t("replay.undone")} ` : "") + sentence(event, names, match.ruleset));
      onPlace({ hand: place.hand, line: target.line });
      return true;
    }
    if (to >= hand.steps.length) return goHand(1);
    const before = replay.hands[place.hand - 1];
    const line = before?.steps[before.steps.length - 1]?.line;
    if (line === undefined) return false;
    onPlace({ hand: place.hand - 1, line });
    return true;
  };

  const here = hand?.steps[step];
  // The tile stays turned over as long as one is there, or until a tap puts it away.
  const result = here?.event.type === "result" && !isPutAway ? table.result : null;
  useEffect(() => putAway(false), [place.hand, step]);
  const go = useRef(goStep);
  go.current = goStep;
  useEffect(() => {
    if (!playing) return undefined;
    const lasts = table.result?.chickens.flipped == null ? STEP_MS : CHICKEN_LASTS;
    const timer = setTimeout(() => {
      if (!go.current(step + 1)) setPlaying(false);
    }, lasts / speed);
    return () => clearTimeout(timer);
  }, [playing, step, place.hand, speed]);

  if (hand === undefined) return <></>;

  const pressed = (event: KeyboardEvent) => {
    if (!settings.value.keys || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    if (/^(INPUT|SELECT)$/.test(target.tagName)) return;
    if (event.code === "Space" && target.tagName === "BUTTON") return;
    const seat = /^(?:Digit|Numpad)([1-4])$/.exec(event.code)?.[1];
    const acts: Record<string, () => void> = {
      ArrowLeft: () => goStep(step - 1),
      ArrowRight: () => goStep(step + 1),
      Home: () => goStep(0),
      End: () => goStep(hand.steps.length - 1),
      PageUp: () => goHand(-1),
      PageDown: () => goHand(1),
      Space: () => setPlaying(!playing),
      KeyO: () => onView("open"),
      Escape: () => setPanel(null),
    };
    const act = seat === undefined ? acts[event.code] : () => onView(VIEWS[Number(seat)] ?? "open");
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  const steps = hand.steps.length;
  const scene: Scene | null =
    hand.sheet === null
      ? null
      : {
          sheet: hand.sheet,
          names,
          viewer: view === "open" ? null : Number(view),
          ruleset: match.ruleset,
          number: hand.number,
        };
  const isSettled = table.result !== null;
  const ledger = <Ledger hand={hand} step={step} names={names} />;
  return (
    <div class="replay">
      <TableFrame root={root} below={STRIP} onKeyDown={pressed}>
        <main class="table-felt">
          <TableView
            position={table}
            viewer={viewerOf(view)}
            scores={here?.points ?? [0, 0, 0, 0]}
            charge={chargeOf(table, here?.charge ?? null)}
            moment={result !== null && <TurnedOver result={result} onEnd={() => putAway(true)} />}
          />
          <div class="table-prompt">
            <p class="replay-caption">
              <bdi>{here === undefined ? "" : sentence(eventOf(here), names, match.ruleset)}</bdi>
            </p>
            {isSettled && scene !== null && (
              <button type="button" class="pill" onClick={() => setPanel("sheet")}>
                {t("replay.sheet")}
              </button>
            )}
          </div>
        </main>
        <header class="table-bar">
          <button type="button" class="table-icon" aria-label={t("do.back")} onClick={onBack}>
            <Icon name="back" />
          </button>
          <h1 class="table-title">{t("replay.place", { number: hand.number, step: step + 1, steps })}</h1>
          <span class="table-bar-gap" />
          {!layout.value.hasSide && (
            <button
              type="button"
              class="replay-word"
              aria-expanded={panel === "ledger"}
              onClick={() => setPanel(panel === "ledger" ? null : "ledger")}
            >
              {t("replay.ledger")}
            </button>
          )}
          {onLink !== undefined && (
            <button type="button" class="replay-word" onClick={onLink}>
              {t("replay.link")}
            </button>
          )}
        </header>
        {layout.value.hasSide && (
          <aside class="table-side">
            <section>
              <h2>{t("replay.ledger_title")}</h2>
              {ledger}
            </section>
            <section>
              <p class="note">{t("replay.keys")}</p>
            </section>
          </aside>
        )}
        {panel === "ledger" && !layout.value.hasSide && (
          <section class="replay-panel" aria-label={t("replay.ledger_title")}>
            <header>
              <h2>{t("replay.ledger_title")}</h2>
              <button
                type="button"
                class="table-icon"
                aria-label={t("sheet.close")}
                onClick={() => setPanel(null)}
              >
                <Icon name="close" />
              </button>
            </header>
            {ledger}
          </section>
        )}
      </TableFrame>
      <Strip
        hand={hand}
        step={step}
        names={names}
        view={view}
        speed={speed}
        playing={playing}
        hasPrevious={place.hand > 0}
        hasNext={place.hand + 1 < replay.hands.length}
        onStep={(to) => void goStep(to)}
        onHand={(by) => void goHand(by)}
        onPlay={() => setPlaying(!playing)}
        onSpeed={setSpeed}
        onView={onView}
      />
      <p class="unseen" role="status" aria-live="polite">
        {playing ? "" : spoken}
      </p>
      {panel === "sheet" && scene !== null && (
        <SheetView
          scene={scene}
          onClose={() => setPanel(null)}
          foot={
            <button type="button" class="button" onClick={() => setPanel(null)}>
              {t("sheet.close")}
            </button>
          }
        />
      )}
    </div>
  );
}
