// A match that is over: standings, another match in the same room, the replay.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Problem, ask, reason } from "../api";
import { Card, Page } from "../parts/frame";
import type { MatchSummary, RoomAnswer } from "../protocol/http";
import { go, href } from "../router";
import { say } from "../store";
import { t } from "../texts";
import { enterTable, roomOf } from "./entering";
import { isOver, MatchCard } from "./match-card";

/** Whoever leaves with a discard still open is here before the match is over. */
const LOOK_AGAIN_MS = 1_500;

export function MatchPage({ game, watchKey }: { game: string; watchKey: string | null }): JSX.Element {
  const [match, setMatch] = useState<MatchSummary | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const code = roomOf(game);
  useEffect(() => {
    const headers: Record<string, string> = watchKey ? { "X-Watch-Key": watchKey } : {};
    let timer = 0;
    let wanted = true;
    const look = async () => {
      try {
        const found = await ask<MatchSummary>("GET", `/api/matches/${encodeURIComponent(game)}`, undefined, headers);
        if (!wanted) return;
        setMatch(found);
        if (!isOver(found)) timer = window.setTimeout(look, LOOK_AGAIN_MS);
      } catch (error) {
        if (wanted) setProblem(reason(error));
      }
    };
    void look();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [game, watchKey]);
  const again = async () => {
    setBusy(true);
    try {
      const room = await ask<RoomAnswer>("POST", "/api/rooms/rematch", { code });
      if (room.status === "playing") enterTable(room, true);
      else go(`/room/${code}`, true);
    } catch (error) {
      say(reason(error));
      if (error instanceof Problem && error.key === "room.agree_first") go(`/room/${code}`);
      setBusy(false);
    }
  };
  return (
    <Page title={t(match && !isOver(match) ? "history.playing" : "history.over")} back="/">
      {problem && (
        <Card>
          <p role="status">{problem}</p>
        </Card>
      )}
      {match && <MatchCard match={match} />}
      {match && isOver(match) && match.seat !== null && code && (
        <>
          <button class="button win wide" disabled={busy} onClick={() => void again()}>
            {t("rooms.rematch")}
          </button>
          <a class="button" href={href(`/room/${code}`)}>
            {t("history.to_room")}
          </a>
        </>
      )}
      <a class="button" href={href("/")}>
        {t("do.to_lobby")}
      </a>
    </Page>
  );
}
