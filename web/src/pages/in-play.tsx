// The matches that somebody is in the midst of: a page that was closed is no reason to lose a seat.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ask } from "../api";
import { kept } from "../kept";
import type { MatchSummary, MatchesAnswer } from "../protocol/http";
import { isOver, MatchCard } from "./match-card";

export function InPlay(): JSX.Element {
  const [matches, setMatches] = useState<readonly MatchSummary[]>([]);
  useEffect(() => {
    if (!kept("token")) return;
    ask<MatchesAnswer>("GET", "/api/people/me/matches").then(
      (answer) => setMatches(answer.matches.filter((match) => !isOver(match))),
      // The lobby is of use without them, and the history says what is wrong.
      () => {},
    );
  }, []);
  return (
    <>
      {matches.map((match) => (
        <MatchCard match={match} key={match.game} />
      ))}
    </>
  );
}
