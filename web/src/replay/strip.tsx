// The strip below a replayed table: scrubber, steps, hands, speed, view.
import type { JSX } from "preact";
import type { ReplayHand } from "../protocol/http";
import { t } from "../texts";
import { marksOf, type View, VIEWS } from "./film";

export const SPEEDS = [0.5, 1, 2, 4, 8] as const;

const GLYPHS = {
  previous_hand: "M6 5v14M19 5 9 12l10 7z",
  back: "M17 5 7 12l10 7z",
  play: "M7 4.500 19 12 7 19.500z",
  pause: "M8 5v14M16 5v14",
  forward: "M7 5l10 7-10 7z",
  next_hand: "M18 5v14M5 5l10 7-10 7z",
} as const;

function Glyph({ name }: { name: keyof typeof GLYPHS }): JSX.Element {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill={name === "pause" ? "none" : "currentColor"}
      stroke="currentColor"
      stroke-width={name === "pause" ? 4 : 2}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={GLYPHS[name]} />
    </svg>
  );
}

interface Props {
  hand: ReplayHand;
  step: number;
  names: readonly string[];
  view: View;
  speed: number;
  playing: boolean;
  hasPrevious: boolean;
  hasNext: boolean;
  onStep: (step: number) => void;
  onHand: (by: number) => void;
  onPlay: () => void;
  onSpeed: (speed: number) => void;
  onView: (view: View) => void;
}

/** The scrubber with its ticks: a kong, a declaration, a win. */
function Scrubber({ hand, step, onStep }: Pick<Props, "hand" | "step" | "onStep">): JSX.Element {
  const last = hand.steps.length - 1;
  const place = { number: hand.number, step: step + 1, steps: last + 1 };
  return (
    <div class="replay-scrubber">
      <div class="replay-ticks" aria-hidden="true">
        {marksOf(hand).map((mark) => (
          <span
            key={mark.at}
            class={`replay-tick is-${mark.kind}`}
            style={{ left: `${last === 0 ? 0 : (100 * mark.at) / last}%` }}
          />
        ))}
      </div>
      <input
        type="range"
        min={0}
        max={last}
        value={step}
        aria-label={t("replay.strip")}
        aria-valuetext={t("replay.position", place)}
        onInput={(event) => onStep(Number(event.currentTarget.value))}
      />
    </div>
  );
}

export function Strip(props: Props): JSX.Element {
  const { hand, step, names, view, speed, playing } = props;
  const last = hand.steps.length - 1;
  const button = (name: keyof typeof GLYPHS, isOff: boolean, act: () => void) => (
    <button
      type="button"
      class="replay-button"
      aria-label={t(`replay.${name}`)}
      disabled={isOff}
      onClick={act}
    >
      <Glyph name={name} />
    </button>
  );
  return (
    <div class="replay-strip" role="group" aria-label={t("replay.strip")}>
      <Scrubber hand={hand} step={step} onStep={props.onStep} />
      <div class="replay-buttons">
        {button("previous_hand", !props.hasPrevious && step === 0, () => props.onHand(-1))}
        {button("back", step === 0 && !props.hasPrevious, () => props.onStep(step - 1))}
        {button(playing ? "pause" : "play", step === last && !props.hasNext, props.onPlay)}
        {button("forward", step === last && !props.hasNext, () => props.onStep(step + 1))}
        {button("next_hand", !props.hasNext, () => props.onHand(1))}
        <select
          class="replay-select"
          aria-label={t("replay.speed")}
          value={String(speed)}
          onChange={(event) => props.onSpeed(Number(event.currentTarget.value))}
        >
          {SPEEDS.map((one) => (
            <option key={one} value={String(one)}>
              {one}×
            </option>
          ))}
        </select>
        <select
          class="replay-select is-view"
          aria-label={t("replay.view")}
          value={view}
          onChange={(event) => props.onView(event.currentTarget.value as View)}
        >
          {VIEWS.map((one) => (
            <option key={one} value={one}>
              {one === "open" ? t("replay.all_open") : (names[Number(one)] ?? "")}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
