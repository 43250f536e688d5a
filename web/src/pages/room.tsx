// A room: who sits where, what will be played, how friends come in, and what its owner may do.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, reason } from "../api";
import { follow } from "../following";
import { Confirm } from "../parts/confirm";
import { Card, Page } from "../parts/frame";
import { bePerson } from "../person";
import type { RoomAnswer, RoomSettings } from "../protocol/http";
import { go, href } from "../router";
import { say } from "../store";
import { t, told } from "../texts";
import { ChangedRules } from "./changed-rules";
import { rulesetTitle } from "./choosing";
import { enterTable } from "./entering";
import { InPlay } from "./in-play";
import { Invitation } from "./invitation";
import { RoomForm } from "./room-form";
import { NameCard } from "./name-card";
import { Seats } from "./seats";

const PLAYING = "playing";
const CLOSED = "closed";

/** Do something with the room; the answer is the room as it is then. */
export type RoomCall = (what: string, body?: Record<string, unknown>) => Promise<void>;

export function RoomPage({ code }: { code: string }): JSX.Element {
  const [room, setRoom] = useState<RoomAnswer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLost, setLost] = useState(false);
  const seen = useRef<RoomAnswer | null>(null);

  const show = (found: RoomAnswer) => {
    const before = seen.current;
    if (before && before.version > found.version) return;
    seen.current = found;
    setRoom(found);
    setProblem(null);
    const started = found.status === PLAYING && before !== null && before.status !== PLAYING;
    if (started && found.seat !== null) enterTable(found);
  };
  const call: RoomCall = async (what, body = {}) => {
    try {
      show(await ask<RoomAnswer>("POST", `/api/rooms/${what}`, { code, ...body }));
    } catch (error) {
      say(reason(error));
    }
  };

  useEffect(() => {
    let stop = () => {};
    let wanted = true;
    bePerson().then(
      () => {
        if (!wanted) return;
        stop = follow({
          first: { type: "enter", room: code },
          onNews: (news) => news.type === "room" && show(news.room),
          onRefused: (key, facts) => setProblem(told(key, facts)),
          onLine: (isThere) => setLost(!isThere),
        });
      },
      (error: unknown) => setProblem(reason(error)),
    );
    return () => {
      wanted = false;
      stop();
    };
  }, [code]);

  const title = t("rooms.title", { code: room?.code ?? code.toUpperCase() });
  if (problem !== null || room?.status === CLOSED) {
    return (
      <Page title={title} back="/">
        <Card>
          <div class="stack">
            <p>{problem ?? t("rooms.closed")}</p>
            <a class="button" href={href("/")}>
              {t("do.to_lobby")}
            </a>
          </div>
        </Card>
        {/* A hand that was in play goes on to its end. */}
        <InPlay />
      </Page>
    );
  }
  return (
    <Page title={title} back="/">
      {isLost && (
        <p class="warning" role="status">
          {t("prompt.lost")}
        </p>
      )}
      {room && <Room room={room} call={call} />}
    </Page>
  );
}

function Room({ room, call }: { room: RoomAnswer; call: RoomCall }): JSX.Element {
  const playing = room.status === PLAYING;
  return (
    <>
      <Standing room={room} call={call} />
      {!playing && <NameCard />}
      <Seats room={room} call={call} />
      <Invitation room={room} call={call} />
      {room.owner && !playing && <Settings room={room} call={call} />}
      {(room.seat !== null || room.owner) && (
        <Card>
          <div class="buttons">
            {room.seat !== null && (
              <button
                class="button small"
                onClick={() => void call("leave").then(() => go("/"))}
              >
                {t("rooms.leave")}
              </button>
            )}
            {room.owner && (
              <Confirm question={t("rooms.close_sure")} onYes={() => void call("close")}>
                {t("rooms.close")}
              </Confirm>
            )}
          </div>
        </Card>
      )}
    </>
  );
}

/** What is to be played, and the way to it. */
function Standing({ room, call }: { room: RoomAnswer; call: RoomCall }): JSX.Element {
  const { ruleset = "guiyang", hands = 8, limits, settings: changes = {}, coins_per_point: coins = 0 } = room.settings;
  const playing = room.status === PLAYING;
  const played = !playing && room.game !== null;
  const facts = {
    ruleset: rulesetTitle(ruleset),
    hands: hands === null ? t("lobby.hands_open") : t("lobby.hands", { hands }),
    seconds: t("lobby.seconds", { seconds: limits?.decision ?? 15 }),
  };
  const own = room.seats.find((one) => one.you);
  const unsure = room.seats.filter((one) => one.asked).map((one) => one.name);
  return (
    <Card>
      <div class="stack room-standing">
        <p>
          <b>{t("rooms.summary", facts)}</b>
          {playing && <span class="note"> · {t("rooms.playing")}</span>}
          {played && <span class="note"> · {t("rooms.between")}</span>}
        </p>
        <p class="note">
          {t("rooms.changed_rule", { rule: t("rooms.reserve"), value: limits?.reserve ?? 30 })}
          {limits?.strict_window != null &&
            ` · ${t("rooms.changed_rule", { rule: t("rooms.strict_window"), value: t("rooms.strict_window_each", { seconds: limits.strict_window }) })}`}
        </p>
        {coins > 0 && <p>{t("rooms.for_coins", { coins })}</p>}
        <ChangedRules changes={changes} />
        {playing && (room.seat !== null || room.settings.watch === "anyone") && (
          <button class="button claim wide" onClick={() => enterTable(room)}>
            {room.seat !== null ? t("rooms.to_table") : t("rooms.to_watch")}
          </button>
        )}
        {!playing && own?.asked && (
          <div class="stack warning" role="status">
            <p>{t("rooms.changed")}</p>
            <button class="button claim wide" onClick={() => void call("agree", { settings: room.settings })}>
              {t("rooms.agree")}
            </button>
          </div>
        )}
        {!playing && room.owner && !own?.asked && unsure.length > 0 && (
          <p class="note" role="status">
            {t("rooms.not_agreed", { names: unsure.join(t("rooms.names_join")) })}
          </p>
        )}
        {!playing && room.owner && unsure.length === 0 && (
          <button class="button win wide" onClick={() => void call("start")}>
            {t("rooms.start")}
            {room.seats.length < 4 && <span class="sub">{t("rooms.start_note")}</span>}
          </button>
        )}
        {!playing && !room.owner && !played && !own?.asked && <p class="note">{t("rooms.wait_owner")}</p>}
        {played && own && !own.again && !own.asked && (
          <button class="button claim wide" onClick={() => void call("rematch")}>
            {t("rooms.rematch")}
            <span class="sub">{t("rooms.rematch_note")}</span>
          </button>
        )}
        {played && own?.again && <p class="note">{t("rooms.rematch_wait")}</p>}
        {played && own && (
          <a class="button small" href={href(`/replay/${room.game}`)}>
            {t("rooms.last_game")}
          </a>
        )}
        {room.seat === null && !playing && room.seats.length >= 4 && <p class="note">{t("rooms.full")}</p>}
      </div>
    </Card>
  );
}

function Settings({ room, call }: { room: RoomAnswer; call: RoomCall }): JSX.Element {
  const [open, setOpen] = useState(false);
  const change = (settings: RoomSettings) => void call("settings", { settings });
  if (!open) {
    return (
      <button class="button wide" onClick={() => setOpen(true)}>
        {t("rooms.change")}
      </button>
    );
  }
  return <RoomForm settings={room.settings} onChange={change} />;
}
