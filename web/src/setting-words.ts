// Settings of a ruleset in words: by the names and values that the page of a room gives them.
import { known, t, told } from "./texts";

type Facts = Record<string, unknown>;

function keyOf(path: string): string {
  return `rule.${path.replace(".", "_")}`;
}

function nameOf(path: string): string {
  if (path.startsWith("patterns.")) return t("rule.pattern", { pattern: path.slice(9) });
  return known(keyOf(path)) ? told(keyOf(path)) : path;
}

function valueOf(path: string, value: string): string {
  if (known(`${keyOf(path)}_${value}`)) return told(`${keyOf(path)}_${value}`);
  if (value === "true") return t("settings.on");
  return value === "false" ? t("settings.off") : value;
}

/** The facts of a refusal of settings, with their names and values as they are read on the page. */
export function inWords(facts: Facts): Facts {
  const shown = { ...facts };
  const say = (setting: string, values: readonly string[]) => {
    const path = facts[setting];
    if (typeof path !== "string") return;
    shown[setting] = nameOf(path);
    for (const value of values) {
      if (typeof facts[value] === "string") shown[value] = valueOf(path, facts[value]);
    }
  };
  say("setting", ["value"]);
  say("other", ["other_value", "allowed"]);
  return shown;
}
