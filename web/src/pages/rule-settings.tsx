// The settings of a ruleset, each in a plain sentence; what differs from the ruleset is marked.
import type { JSX } from "preact";
import { PATTERNS, RULESETS, SETTINGS } from "../../generated/choices";
import { Choose, Count, Switch } from "../parts/form";
import { type Key, t, told } from "../texts";
import type { RulesetName } from "./choosing";

export type Changes = Record<string, unknown>;
type Value = number | string | boolean;
type Check = null | readonly string[] | { readonly least: number; readonly most: number };

const MOST_FAN = 999;
const GROUPS: readonly { title: Key; settings: readonly string[] }[] = [
  { title: "rule.group_hand", settings: ["base", ...PATTERNS.map((one) => `patterns.${one}`)] },
  {
    title: "rule.group_win",
    settings: [
      "plain_discard_needs_bean",
      "passed_win_blocks",
      "robbed_kong",
      "kong_flower_fan",
      "kong_shot",
      "kong_shot_fan",
      "kong_shot_waives_bean",
      "last_four_forces",
    ],
  },
  {
    title: "rule.group_beans",
    settings: [
      "bean_fan.discard",
      "bean_fan.added",
      "bean_fan.concealed",
      "bean_timing",
      "beans_when_exhausted",
      "late_added_kong",
    ],
  },
  {
    title: "rule.group_chickens",
    settings: [
      "chickens.yaoji",
      "chickens.flipped",
      "chickens.golden",
      "chickens.charge",
      "chickens.responsible",
      "settle_only_ready",
    ],
  },
  {
    title: "rule.group_ready",
    settings: ["declared_ready", "declared_ready_fan", "declared_ready_kongs", "declared_ready_must_win"],
  },
  {
    title: "rule.group_rest",
    settings: [
      "dealer_bonus.dealing",
      "dealer_bonus.repeat",
      "dealer_bonus_at_ready_check",
      "two_winners_deal",
      "flower_pig",
      "leaving",
      "penalty_fan",
    ],
  },
];

/** All settings, in the order in which they are shown. */
export const SETTING_PATHS: readonly string[] = GROUPS.flatMap((group) => group.settings);

export function at(table: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((one, key) => (one as Record<string, unknown> | undefined)?.[key], table);
}

/** The settings with one more changed, or no longer changed when it is as the ruleset has it. */
function changed(changes: Changes, ruleset: RulesetName, path: string, value: Value): Changes {
  const [key = "", item] = path.split(".");
  const same = (at(RULESETS[ruleset], path) ?? false) === value;
  const rest = Object.fromEntries(Object.entries(changes).filter(([name]) => name !== key));
  if (item === undefined) return same ? rest : { ...rest, [key]: value };
  const table = { ...((changes[key] as Changes | undefined) ?? {}) };
  if (same) delete table[item];
  else table[item] = value;
  return Object.keys(table).length ? { ...rest, [key]: table } : rest;
}

/** What a setting is called. */
export function settingLabel(path: string): string {
  if (path.startsWith("patterns.")) return t("rule.pattern", { pattern: path.slice("patterns.".length) });
  return told(`rule.${path.replace(".", "_")}`);
}

/** How many settings differ from the ruleset. */
export function countChanges(changes: Changes): number {
  return Object.values(changes)
    .map((one) => (typeof one === "object" && one !== null ? Object.keys(one).length : 1))
    .reduce((sum, one) => sum + one, 0);
}

export function RuleSettings({
  ruleset,
  changes,
  onChange,
}: {
  ruleset: RulesetName;
  changes: Changes;
  onChange: (changes: Changes) => void;
}): JSX.Element {
  return (
    <div class="stack">
      <p class="note">{t("rooms.rules_note")}</p>
      {GROUPS.map(({ title, settings }) => (
        <fieldset class="rule-group" key={title}>
          <legend>{t(title)}</legend>
          {settings.map((path) => (
            <Setting
              key={path}
              path={path}
              value={(at(changes, path) ?? at(RULESETS[ruleset], path) ?? false) as Value}
              isChanged={at(changes, path) !== undefined}
              onChange={(value) => onChange(changed(changes, ruleset, path, value))}
            />
          ))}
        </fieldset>
      ))}
      {countChanges(changes) > 0 && (
        <button type="button" class="button small" onClick={() => onChange({})}>
          {t("rooms.rules_reset")}
        </button>
      )}
    </div>
  );
}

function Setting({
  path,
  value,
  isChanged,
  onChange,
}: {
  path: string;
  value: Value;
  isChanged: boolean;
  onChange: (value: Value) => void;
}): JSX.Element {
  const mark = isChanged ? ` · ${t("rule.changed")}` : "";
  if (path.startsWith("patterns.")) {
    return <Pattern name={path.slice("patterns.".length)} value={value} mark={mark} onChange={onChange} />;
  }
  const key = path.replace(".", "_");
  const label = settingLabel(path) + mark;
  const check = at(SETTINGS, path) as Check;
  if (check === null) return <Switch label={label} value={value === true} onChange={onChange} />;
  if ("least" in check) {
    return <Count label={label} value={Number(value)} least={check.least} most={check.most} onChange={onChange} />;
  }
  const options = check.map((one) => ({ value: one, text: told(`rule.${key}_${one}`) }));
  return <Choose label={label} options={options} value={String(value)} onChange={onChange} />;
}

/** The fan of a pattern; a pattern may be left out altogether, but for the plain hand. */
function Pattern({
  name,
  value,
  mark,
  onChange,
}: {
  name: string;
  value: Value;
  mark: string;
  onChange: (value: Value) => void;
}): JSX.Element {
  const label = settingLabel(`patterns.${name}`) + mark;
  return (
    <div class="pattern-setting">
      {value === false ? (
        <div class="count">
          <span>{label}</span>
          <span class="note">{t("rule.pattern_none")}</span>
        </div>
      ) : (
        <Count label={label} value={Number(value)} least={0} most={MOST_FAN} onChange={onChange} />
      )}
      {name !== "plain" && (
        <label class="switch bare">
          <input
            type="checkbox"
            aria-label={label}
            checked={value !== false}
            onChange={(event) => onChange(event.currentTarget.checked ? 1 : false)}
          />
          <span class="switch-face" aria-hidden="true" />
        </label>
      )}
    </div>
  );
}
