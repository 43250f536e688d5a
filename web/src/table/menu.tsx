import { useEffect, useState } from "preact/hooks";
import { send } from "../connection";
import { go } from "../router";
import { type Settings, set, settings } from "../settings";
import { say, table } from "../store";
import { t, told } from "../texts";
import { KEY_ROWS } from "./keys";
import { closePanel, panel } from "./panel";

/** What can be said at a table; the first ten are phrases, the rest emotes. */
const PHRASES = [
  "hello",
  "good_luck",
  "well_played",
  "nice_hand",
  "thanks",
  "sorry",
  "hurry",
  "wait",
  "one_more",
  "goodbye",
  "smile",
  "laugh",
  "cry",
  "angry",
  "clap",
] as const;

/** Phrases and emotes, and whether those of others are shown. */
export function Phrases() {
  const speak = (phrase: (typeof PHRASES)[number]) => {
    closePanel();
    void send({ type: "say", phrase }).then((answer) => {
      if (answer.type === "refused") say(told(answer.key, answer.facts));
    });
  };
  const isMuted = !settings.value.phrases;
  return (
    <>
      <div class="table-phrases">
        {PHRASES.map((phrase) => (
          <button type="button" key={phrase} onClick={() => speak(phrase)}>
            {t(`phrase.${phrase}`)}
          </button>
        ))}
      </div>
      <Switch
        text={t("menu.mute")}
        isOn={isMuted}
        onChange={() => set("phrases", isMuted)}
      />
    </>
  );
}

function Switch({ text, isOn, onChange }: { text: string; isOn: boolean; onChange: () => void }) {
  return (
    <button type="button" class="table-switch" role="switch" aria-checked={isOn} onClick={onChange}>
      <span>{text}</span>
      <span class="table-switch-mark" aria-hidden="true">
        {isOn ? t("menu.on") : t("menu.off")}
      </span>
    </button>
  );
}

function Item({ text, onPick }: { text: string; onPick: () => void }) {
  return (
    <button type="button" class="table-item" onClick={onPick}>
      {text}
    </button>
  );
}

function vote(yes: boolean): void {
  closePanel();
  void send({ type: "vote", yes }).then((answer) => {
    if (answer.type === "refused") say(told(answer.key, answer.facts));
  });
}

function setAuto(on: boolean): void {
  void send({ type: "auto", on }).then((answer) => {
    if (answer.type === "refused") say(told(answer.key, answer.facts));
  });
}

/** What can be done at the table besides playing. */
export function Menu() {
  const model = table.value;
  const seat = model?.seat ?? null;
  const isAuto = seat !== null && model?.seats[seat]?.auto === true;
  const isPlaying = model?.phase === "playing";
  const now = settings.value;
  const flip = <Name extends keyof Settings>(name: Name, one: Settings[Name], other: Settings[Name]) =>
    set(name, now[name] === one ? other : one);
  return (
    <div class="table-menu">
      <Item text={t("menu.rivers")} onPick={() => (panel.value = "rivers")} />
      <Item text={t("menu.deck")} onPick={() => (panel.value = "deck")} />
      <Item text={t("menu.wall")} onPick={() => (panel.value = "wall")} />
      <Item text={t("menu.help")} onPick={() => (panel.value = "help")} />
      {seat !== null && isPlaying && (
        <Switch
          text={t("menu.auto")}
          isOn={isAuto}
          onChange={() => setAuto(!isAuto)}
        />
      )}
      <Switch text={t("menu.single")} isOn={now.tap === "one"} onChange={() => flip("tap", "one", "two")} />
      <Switch text={t("menu.sound")} isOn={now.sound} onChange={() => flip("sound", true, false)} />
      <Switch
        text={t("menu.still")}
        isOn={now.motion === "off"}
        onChange={() => flip("motion", "off", "system")}
      />
      <Switch
        text={t("menu.contrast")}
        isOn={now.contrast === "high"}
        onChange={() => flip("contrast", "high", "normal")}
      />
      {seat !== null && isPlaying && <Item text={t("menu.vote")} onPick={() => vote(true)} />}
      {seat !== null && model?.phase !== "over" && (
        <Item text={t("menu.leave")} onPick={() => (panel.value = "leave")} />
      )}
      <Item
        text={t("menu.lobby")}
        onPick={() => {
          closePanel();
          go("/");
        }}
      />
    </div>
  );
}

/** Leaving, with what the server says it costs. */
export function Leave() {
  const [warning, setWarning] = useState<string | null>(null);
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    void send({ type: "leave", confirmed: false }).then((answer) => {
      const text = answer.type === "refused" ? told(answer.key, answer.facts) : null;
      if (answer.type === "refused" && answer.key.startsWith("live.leave_")) {
        setWarning(text);
        return;
      }
      closePanel();
      if (text !== null) say(text);
    });
  }, []);
  const leave = () => {
    setGone(true);
    void send({ type: "leave", confirmed: true }).then((answer) => {
      closePanel();
      if (answer.type === "refused") say(told(answer.key, answer.facts));
    });
  };
  return (
    <>
      <p class="table-warning" role="alert">
        {warning ?? t("waits.asking")}
      </p>
      <div class="table-choices">
        <button type="button" class="table-choice" onClick={closePanel}>
          {t("menu.stay")}
        </button>
        <button
          type="button"
          class="table-choice is-win"
          disabled={isGone || warning === null}
          onClick={leave}
        >
          {t("menu.leave")}
        </button>
      </div>
    </>
  );
}

/** The vote on breaking off the match, as long as it is open. */
export function VoteBar() {
  const model = table.value;
  if (model === null || model.votes.length === 0) return null;
  const isAsked = model.seat !== null && !model.votes.includes(model.seat);
  return (
    <div class="table-vote" role="group" aria-label={t("vote.title")}>
      <span>{t("vote.text", { count: model.votes.length })}</span>
      {isAsked && (
        <>
          <button type="button" class="table-choice" onClick={() => vote(false)}>
            {t("vote.no")}
          </button>
          <button type="button" class="table-choice is-claim" onClick={() => vote(true)}>
            {t("vote.yes")}
          </button>
        </>
      )}
    </div>
  );
}

/** All keys. */
export function Help() {
  return (
    <>
      <p class="table-panel-note">{t("help.note")}</p>
      <dl class="table-keys">
        {KEY_ROWS.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`help.${text}`)}</dd>
          </div>
        ))}
      </dl>
      <Switch
        text={t("help.keys")}
        isOn={settings.value.keys}
        onChange={() => set("keys", !settings.value.keys)}
      />
    </>
  );
}
