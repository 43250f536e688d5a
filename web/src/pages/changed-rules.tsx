// What a room plays otherwise than its ruleset says: those who come know it before they sit down.
import type { JSX } from "preact";
import { t, told } from "../texts";
import { type Changes, SETTING_PATHS, at, settingLabel } from "./rule-settings";

export function ChangedRules({ changes }: { changes: Changes }): JSX.Element | null {
  const changed = SETTING_PATHS.filter((path) => at(changes, path) !== undefined);
  if (changed.length === 0) return null;
  return (
    <div class="changed-rules">
      <b>{t("rooms.changed_rules")}</b>
      <ul>
        {changed.map((path) => (
          <li key={path}>{t("rooms.changed_rule", { rule: settingLabel(path), value: valueText(path, at(changes, path)) })}</li>
        ))}
      </ul>
    </div>
  );
}

function valueText(path: string, value: unknown): string {
  if (value === true) return t("rooms.rule_on");
  if (value === false) return path.startsWith("patterns.") ? t("rule.pattern_none") : t("rooms.rule_off");
  if (typeof value === "number") return String(value);
  return told(`rule.${path.replace(".", "_")}_${String(value)}`);
}
