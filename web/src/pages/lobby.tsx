// The lobby: play at once, with friends, or in a public room.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { reason } from "../api";
import { follow } from "../following";
import { Card, Page } from "../parts/frame";
import { Cards, Segments } from "../parts/form";
import type { LobbyRoom } from "../protocol/messages";
import { go, href } from "../router";
import { LANGUAGES, type Language, set } from "../settings";
import { person, say } from "../store";
import { language, t, told } from "../texts";
import { Tile } from "../tiles";
import { RULESET_NAMES, STRENGTHS, rulesetNote, rulesetTitle } from "./choosing";
import { Tiles } from "./clause-text";
import { InPlay } from "./in-play";
import hands from "./rule-hands.json";
import { choose, chosenRuleset, chosenStrength, quickPlay } from "./quick-play";

const LANGUAGE_NAMES: Record<Language, string> = {
  "zh-Hans": "简体",
  "zh-Hant": "繁體",
  en: "English",
};
const rooms = signal<readonly LobbyRoom[] | null>(null);

export function LobbyPage(): JSX.Element {
  return (
    <div class="lobby">
      <Page title={t("tabs.lobby")} header={<Header />}>
        <div class="lobby-first">
          <InPlay />
          <QuickPlay />
        </div>
        <Friends />
        <Rooms />
        <Learn />
      </Page>
    </div>
  );
}

/** A hand to look at and the way to the rules, where there is room for it. */
function Learn(): JSX.Element {
  return (
    <div class="learn">
      <Card title={t("tabs.rules")} note={t("rules.groups")}>
        <div class="stack">
          <Tiles notation={hands.dragon_seven_pairs} size={30} />
          <div class="buttons">
            <a class="button small" href={href("/rules")}>
              {t("tabs.rules")}
            </a>
            <a class="button small" href={href("/quiz")}>
              {t("tabs.quiz")}
            </a>
          </div>
        </div>
      </Card>
    </div>
  );
}

function Header(): JSX.Element {
  return (
    <header class="lobby-header">
      <Tile tile="1s" size={34} />
      <div class="lobby-title">
        <h1 tabIndex={-1}>{t("app.title")}</h1>
        <p>{t("app.subtitle")}</p>
      </div>
      <select
        class="pill"
        aria-label={t("lobby.language")}
        value={language.value}
        onChange={(event) => set("language", event.currentTarget.value as Language)}
      >
        {LANGUAGES.map((one) => (
          <option value={one} key={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
      <a class="who" href={href("/account")}>
        <bdi class="name">{person.value?.name ?? t("lobby.guest")}</bdi>
      </a>
    </header>
  );
}

function QuickPlay(): JSX.Element {
  const [ruleset, setRuleset] = useState(chosenRuleset);
  const [player, setPlayer] = useState(chosenStrength);
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    choose(ruleset, player);
    try {
      await quickPlay();
    } catch (error) {
      say(reason(error));
      setBusy(false);
    }
  };
  return (
    <div class="card quick">
      <div class="card-head">
        <h2>{t("lobby.quick")}</h2>
        <span class="note">{t("lobby.quick_note")}</span>
      </div>
      <Cards
        label={t("lobby.ruleset")}
        options={RULESET_NAMES.map((value) => ({
          value,
          text: rulesetTitle(value),
          note: rulesetNote(value),
        }))}
        value={ruleset}
        onChange={setRuleset}
      />
      <Segments
        label={t("lobby.strength")}
        options={STRENGTHS.map(({ player: value, key }) => ({ value, text: t(key) }))}
        value={player}
        onChange={setPlayer}
      />
      <button class="button win wide" disabled={busy} onClick={() => void start()}>
        {t("lobby.start")}
      </button>
    </div>
  );
}

function Friends(): JSX.Element {
  const [code, setCode] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    if (code.length === 6) go(`/room/${code}`);
  };
  return (
    <div class="card">
      <form class="friends" onSubmit={submit}>
        <h2>{t("lobby.friends")}</h2>
        <label class="note" for="room-code">
          {t("lobby.code")}
        </label>
        <a class="pill" href={href("/scan")}>
          {t("lobby.scan")}
        </a>
        <a class="button claim friends-make" href={href("/new")}>
          <span>{t("lobby.make")}</span>
          <span class="sub">{t("lobby.make_note")}</span>
        </a>
        <CodeInput value={code} onInput={setCode} />
        <button class="button" disabled={code.length < 6}>
          {t("do.join")}
        </button>
      </form>
    </div>
  );
}

/** Six boxes over one field, so that a code can be typed, pasted and corrected as anywhere. */
function CodeInput({ value, onInput }: { value: string; onInput: (value: string) => void }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div class="code">
      <input
        id="room-code"
        ref={input}
        value={value}
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        onInput={(event) => {
          const typed = event.currentTarget.value.toUpperCase().replace(/[^0-9A-Z]/g, "");
          event.currentTarget.value = typed.slice(0, 6);
          onInput(typed.slice(0, 6));
        }}
      />
      {[0, 1, 2, 3, 4, 5].map((place) => (
        <span
          aria-hidden="true"
          class={value[place] ? "" : place === value.length ? "empty next" : "empty"}
          key={place}
        >
          {value[place] ?? "–"}
        </span>
      ))}
    </div>
  );
}

function Rooms(): JSX.Element {
  useEffect(
    () =>
      follow({
        first: { type: "browse" },
        onNews: (news) => {
          if (news.type === "lobby") rooms.value = news.rooms;
        },
      }),
    [],
  );
  const found = rooms.value ?? [];
  return (
    <Card title={t("lobby.rooms")} note={found.length ? t("lobby.rooms_count", { count: found.length }) : undefined}>
      {found.length === 0 && <p class="note">{t("lobby.no_rooms")}</p>}
      <ul class="rooms">
        {found.map((room) => (
          <Room room={room} key={room.code} />
        ))}
      </ul>
    </Card>
  );
}

function Room({ room }: { room: LobbyRoom }): JSX.Element {
  const owner = room.seats.find((one) => one.owner);
  const { ruleset = "guiyang", hands = 8, limits } = room.settings;
  const facts = [
    rulesetTitle(ruleset),
    hands === null ? t("lobby.hands_open") : t("lobby.hands", { hands }),
    t("lobby.seconds", { seconds: limits?.decision ?? 15 }),
  ];
  const persons = room.seats.filter((one) => one.player === null).length;
  const full = room.seats.length >= 4;
  const watched = room.game !== null;
  return (
    <li>
      <div>
        <b class="name" dir="auto">
          {owner?.name ?? told("player.person")}
        </b>
        <span class="note">{facts.join(" · ")}</span>
      </div>
      <span>{t("lobby.seats", { taken: watched ? room.seats.length : persons })}</span>
      {watched ? (
        <a class="button" href={href(`/table/${room.game}`)}>
          {t("do.watch")}
        </a>
      ) : (
        <a class="button" href={href(`/room/${room.code}`)}>
          {full ? t("do.watch") : t("do.join")}
        </a>
      )}
    </li>
  );
}
