// What is set on this device.
import type { JSX } from "preact";
import { Segments } from "../parts/form";
import { Card, Page } from "../parts/frame";
import { href } from "../router";
import { CHOICES, type Settings, set, settings } from "../settings";
import { t } from "../texts";
import { Tile } from "../tiles";

function Choice<Name extends keyof Settings>({
  name,
  label,
  note,
  words,
}: {
  name: Name;
  label: string;
  note?: string;
  words: (value: Settings[Name]) => string;
}): JSX.Element {
  return (
    <div>
      <Segments
        label={label}
        options={CHOICES[name].map((value) => ({ value, text: words(value) }))}
        value={settings.value[name]}
        onChange={(value) => set(name, value)}
      />
      {note && <p class="note">{note}</p>}
    </div>
  );
}

const LANGUAGE_NAMES = { "zh-Hans": "简体", "zh-Hant": "繁體", en: "English" } as const;

export function SettingsPage(): JSX.Element {
  const onOff = (on: boolean) => t(on ? "settings.on" : "settings.off");
  return (
    <Page title={t("settings.title")}>
      <Card title={t("settings.play")}>
        <div class="stack settings-list">
          <Choice
            name="tap"
            label={t("settings.tap")}
            note={t("settings.tap_note")}
            words={(value) => t(`settings.tap_${value}`)}
          />
          <Choice name="keys" label={t("settings.keys")} note={t("settings.keys_note")} words={onOff} />
          <Choice name="sound" label={t("settings.sound")} words={onOff} />
          <Choice
            name="phrases"
            label={t("settings.phrases")}
            words={(value) => t(value ? "settings.phrases_on" : "settings.phrases_off")}
          />
        </div>
      </Card>
      <Card title={t("settings.look")}>
        <div class="stack settings-list">
          <Choice
            name="language"
            label={t("settings.language")}
            words={(value) => (value === "system" ? t("settings.system") : LANGUAGE_NAMES[value])}
          />
          <Choice
            name="theme"
            label={t("settings.theme")}
            words={(value) => (value === "system" ? t("settings.system") : t(`settings.theme_${value}`))}
          />
          <Choice
            name="contrast"
            label={t("settings.contrast")}
            words={(value) => t(`settings.contrast_${value}`)}
          />
          <div class="tile-row" aria-hidden="true">
            {["1m", "5m", "1p", "7p", "1s", "2s", "8s"].map((tile) => (
              <Tile tile={tile} size={36} key={tile} />
            ))}
          </div>
          <Choice
            name="motion"
            label={t("settings.motion")}
            words={(value) => (value === "system" ? t("settings.system") : onOff(value === "on"))}
          />
        </div>
      </Card>
      <a class="button" href={href("/account")}>
        {t("settings.account")}
      </a>
    </Page>
  );
}
