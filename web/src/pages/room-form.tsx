// The settings of a room: presets first, all of it on demand.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Card } from "../parts/frame";
import { Cards, Count, Segments, Switch } from "../parts/form";
import type { RoomSettings, TimeLimits } from "../protocol/http";
import { t } from "../texts";
import { RULESET_NAMES, STRENGTHS, isRuleset, rulesetNote, rulesetTitle } from "./choosing";
import { RuleSettings, countChanges } from "./rule-settings";

type Preset = "casual" | "quick" | "study" | "strict";
const PRESETS: Record<Preset, { hands: 4 | 8; limits: TimeLimits }> = {
  casual: { hands: 8, limits: { decision: 30, reserve: 60 } },
  quick: { hands: 4, limits: { decision: 8, reserve: 15 } },
  study: { hands: 4, limits: { decision: 60, reserve: 120 } },
  strict: { hands: 8, limits: { decision: 15, reserve: 30, strict_window: 5 } },
};
const STRICT_SECONDS = 5;

/** What a new room begins with. */
export const FIRST_SETTINGS: RoomSettings = {
  ruleset: "guiyang",
  settings: {},
  ...PRESETS.casual,
  watch: "link",
  public: false,
  coins_per_point: 0,
  fill: "greedy",
  fill_pace: "normal",
};

function presetOf(settings: RoomSettings): Preset | null {
  const names = Object.keys(PRESETS) as Preset[];
  return names.find((name) => isPreset(settings, name)) ?? null;
}

function isPreset({ hands, limits = {} }: RoomSettings, name: Preset): boolean {
  const preset = PRESETS[name];
  return (
    hands === preset.hands &&
    limits.decision === preset.limits.decision &&
    limits.reserve === preset.limits.reserve &&
    (limits.strict_window ?? null) === (preset.limits.strict_window ?? null)
  );
}

interface FormProps {
  settings: RoomSettings;
  onChange: (settings: RoomSettings) => void;
}

export function RoomForm({ settings, onChange }: FormProps): JSX.Element {
  const [open, setOpen] = useState(false);
  const ruleset = isRuleset(settings.ruleset ?? "") ? settings.ruleset! : "guiyang";
  return (
    <>
      <Card title={t("lobby.ruleset")}>
        <Cards
          label={t("lobby.ruleset")}
          options={RULESET_NAMES.map((value) => ({
            value: value as string,
            text: rulesetTitle(value),
            note: rulesetNote(value),
          }))}
          value={ruleset}
          // What was changed belongs to the ruleset that it was changed in.
          onChange={(value) => onChange({ ...settings, ruleset: value, settings: {} })}
        />
      </Card>
      <Card title={t("rooms.presets")}>
        <Cards
          label={t("rooms.presets")}
          options={(Object.keys(PRESETS) as Preset[]).map((value) => ({
            value: value as string,
            text: t(`rooms.${value}`),
            note: t(`rooms.${value}_note`),
          }))}
          value={presetOf(settings) ?? ""}
          onChange={(value) => onChange({ ...settings, ...PRESETS[value as Preset] })}
        />
        <button type="button" class="button small unfold" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t("rooms.change")}
        </button>
      </Card>
      {open && <Details settings={settings} onChange={onChange} />}
    </>
  );
}

function Details({ settings, onChange }: FormProps): JSX.Element {
  const { limits = {} } = settings;
  const change = (part: Partial<RoomSettings>) => onChange({ ...settings, ...part });
  const changeLimits = (part: Partial<TimeLimits>) => change({ limits: { ...limits, ...part } });
  const ruleset = settings.ruleset ?? "guiyang";
  const changes = settings.settings ?? {};
  return (
    <>
      <Card title={t("rooms.settings")}>
        <div class="stack settings-list">
          <Segments
            label={t("rooms.hands")}
            options={[
              ...[4, 8, 16].map((value) => ({ value, text: String(value) })),
              { value: 0, text: t("rooms.hands_all") },
            ]}
            value={settings.hands === undefined ? 8 : (settings.hands ?? 0)}
            onChange={(value) => change({ hands: value === 0 ? null : (value as 4 | 8 | 16) })}
          />
          <p class="note">{t("rooms.hands_note")}</p>
          <Count
            label={t("rooms.decision")}
            value={limits.decision ?? 15}
            least={3}
            most={600}
            onChange={(decision) => changeLimits({ decision })}
          />
          <Count
            label={t("rooms.reserve")}
            value={limits.reserve ?? 30}
            least={0}
            most={3600}
            onChange={(reserve) => changeLimits({ reserve })}
          />
          <p class="note">{t("rooms.reserve_note")}</p>
          <Segments
            label={t("rooms.strict_window")}
            options={[
              { value: false, text: t("rooms.strict_window_off") },
              { value: true, text: t("rooms.strict_window_on") },
            ]}
            value={(limits.strict_window ?? null) !== null}
            onChange={(strict) => changeLimits({ strict_window: strict ? STRICT_SECONDS : null })}
          />
          <p class="note">{t("rooms.strict_window_note")}</p>
          <Segments
            label={t("rooms.watch")}
            options={(["nobody", "link", "anyone"] as const).map((value) => ({
              value,
              text: t(`rooms.watch_${value}`),
            }))}
            value={settings.watch ?? "link"}
            onChange={(watch) => change({ watch })}
          />
          <Switch
            label={t("rooms.public")}
            note={t("rooms.public_note")}
            value={settings.public ?? false}
            onChange={(value) => change({ public: value })}
          />
          <Count
            label={t("rooms.coins")}
            value={settings.coins_per_point ?? 0}
            least={0}
            most={1_000_000}
            onChange={(coins_per_point) => change({ coins_per_point })}
          />
          <p class="note">{t("rooms.coins_note")}</p>
          <Segments
            label={t("rooms.fill")}
            options={STRENGTHS.map(({ player, key }) => ({ value: player, text: t(key) }))}
            value={settings.fill ?? "greedy"}
            onChange={(fill) => change({ fill })}
          />
          <Segments
            label={t("rooms.pace")}
            options={(["slow", "normal", "fast"] as const).map((value) => ({
              value,
              text: t(`rooms.pace_${value}`),
            }))}
            value={settings.fill_pace ?? "normal"}
            onChange={(fill_pace) => change({ fill_pace })}
          />
        </div>
      </Card>
      {isRuleset(ruleset) && (
        <details class="card rules-card">
          <summary>
            <h2>{t("rooms.rules")}</h2>
            {countChanges(changes) > 0 && (
              <span class="note">{t("rooms.rules_changed", { count: countChanges(changes) })}</span>
            )}
          </summary>
          <RuleSettings
            ruleset={ruleset}
            changes={changes}
            onChange={(one) => change({ settings: one })}
          />
        </details>
      )}
    </>
  );
}
