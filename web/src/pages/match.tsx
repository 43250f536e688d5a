// A match that is over: standings, another match in the same room, the replay.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ask, reason } from "../api";
import { Card, Page } from "../parts/frame";
import type { MatchSummary, RoomAnswer } from "../protocol/http";
import { go, href } from "../router";
import { say } from "../store";
import { t } from "../texts";
import { enterTable, roomOf } from "./entering";
import { MatchCard } from "./match-card";

export function MatchPage({ game, watchKey }: { game: string; watchKey: string | null }): JSX.Element {
  const [match, setMatch] = useState<MatchSummary | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const code = roomOf(game);
  useEffect(() => {
    const headers: Record<string, string> = watchKey ? { "X-Watch-Key": watchKey } : {};
    ask<MatchSummary>("GET", `/api/matches/${encodeURIComponent(game)}`, undefined, headers).then(
      setMatch,
      (error: unknown) => setProblem(reason(error)),
    );
  }, [game, watchKey]);
  const again = async () => {
    setBusy(true);
    try {
      const room = await ask<RoomAnswer>("POST", "/api/rooms/rematch", { code });
      if (room.status === "playing") enterTable(room, true);
      else go(`/room/${code}`, true);
    } catch (error) {
      say(reason(error));
      setBusy(false);
    }
  };
  return (
    <Page title={t("history.over")} back="/">
      {problem && (
        <Card>
          <p role="status">{problem}</p>
        </Card>
      )}
      {match && <MatchCard match={match} />}
      {match && match.seat !== null && code && (
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
