// Replays: of a stored match, or of a record file that is dropped or chosen.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { reason } from "../api";
import { Card, Page } from "../parts/frame";
import type { Replay, ReplayFault } from "../protocol/http";
import { go, href, link } from "../router";
import { say } from "../store";
import { namedPlayers } from "../table/live";
import { t } from "../texts";
import { type Source, fetchReplay, matchOf, type Place, type View, viewOf } from "./film";
import { FilmView } from "./film-view";

function names(replay: Replay): string[] {
  return namedPlayers(matchOf(replay).players).map((player, seat) => player.name || t("replay.seat", { seat }));
}

/** What is wrong with a record; the clause is named where there is one. */
function Fault({ fault, more }: { fault: ReplayFault; more: boolean }): JSX.Element {
  const isClause = /^[A-Z]-/.test(fault.clause);
  return (
    <p class="replay-fault" role="alert">
      {isClause ? t("replay.fault_at", { ...fault }) : t("replay.fault", { ...fault })}
      {more && <span class="note">{t("replay.fault_note")}</span>}
    </p>
  );
}

/** The place that a link names: hand by number, event by its lines from the hand's first one. */
function placeOf(replay: Replay, query: URLSearchParams): Place {
  const number = Number(query.get("hand"));
  const found = replay.hands.findIndex((hand) => hand.number === number);
  const hand = Math.max(0, found);
  const first = replay.hands[hand]?.steps[0]?.line ?? 1;
  const event = Number(query.get("event") ?? 0);
  return { hand, line: first + (Number.isFinite(event) ? Math.max(0, event) : 0) };
}

interface PlayerProps {
  source: Source;
  query: URLSearchParams;
  onOther: () => void;
}

function Player({ source, query, onOther }: PlayerProps): JSX.Element {
  const [view, setView] = useState<View>(viewOf(query.get("view")));
  const [replay, setReplay] = useState<Replay | null>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const [problem, setProblem] = useState("");
  const ready = useRef(new Map<View, Replay>());
  useEffect(() => {
    let wanted = true;
    const show = (found: Replay) => {
      ready.current.set(view, found);
      if (!wanted) return;
      setReplay(found);
      setPlace((before) => before ?? placeOf(found, query));
    };
    const had = ready.current.get(view);
    if (had !== undefined) show(had);
    else void fetchReplay(source, view).then(show, (error: unknown) => wanted && setProblem(reason(error)));
    return () => void (wanted = false);
  }, [source, view]);

  if (problem !== "" || replay === null || place === null || replay.hands.length === 0) {
    return (
      <Page title={t("replay.title")} back="/history">
        <Card>
          {problem !== "" ? (
            <p role="alert">{problem}</p>
          ) : replay === null ? (
            <p role="status">{t("replay.loading")}</p>
          ) : replay.fault === null ? (
            <p>{t("replay.empty")}</p>
          ) : (
            <Fault fault={replay.fault} more={false} />
          )}
        </Card>
        {(problem !== "" || replay !== null) && "record" in source && (
          <button type="button" class="button" onClick={onOther}>
            {t("replay.choose")}
          </button>
        )}
      </Page>
    );
  }
  const share = () => {
    const hand = replay.hands[place.hand];
    if (!("game" in source) || hand === undefined) return;
    const event = place.line - (hand.steps[0]?.line ?? 0);
    const watch = source.watch === null ? "" : `&watch=${source.watch}`;
    const path = `/replay/${source.game}?hand=${hand.number}&event=${event}&view=${view}${watch}`;
    history.replaceState(null, "", href(path));
    void copied(link(path));
  };
  return (
    <>
      <FilmView
        replay={replay}
        names={names(replay)}
        place={place}
        view={view}
        onPlace={setPlace}
        onView={setView}
        {...("game" in source ? { onLink: share } : {})}
        onBack={() => ("game" in source ? go("/history") : onOther())}
      />
      {replay.fault !== null && <Fault fault={replay.fault} more />}
    </>
  );
}

/** Copies a text in whatever way the browser has; the address line shows it anyway. */
async function copied(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say(t("replay.copied"));
}

/** A file is chosen, or dropped anywhere on the page. */
function Opener({ onRecord }: { onRecord: (record: string) => void }): JSX.Element {
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState("");
  const read = (file: File | undefined) => {
    if (file === undefined) return;
    const reader = new FileReader();
    reader.onload = () => onRecord(String(reader.result));
    reader.onerror = () => setProblem(t("replay.read_failed"));
    reader.readAsText(file);
  };
  return (
    <div
      class={over ? "replay-opener is-over" : "replay-opener"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        read(event.dataTransfer?.files[0]);
      }}
    >
      <Page title={t("replay.title")} back="/history">
        <Card title={t("replay.open_file")}>
          <p class="note">{over ? t("replay.drop") : t("replay.open_note")}</p>
          <label class="button claim replay-file">
            {t("replay.choose")}
            <input
              type="file"
              accept=".jsonl,.json,.txt,application/jsonl"
              onChange={(event) => read(event.currentTarget.files?.[0])}
            />
          </label>
          {problem !== "" && <p role="alert">{problem}</p>}
        </Card>
      </Page>
    </div>
  );
}

export function ReplayPage({ game, query }: { game: string | null; query: URLSearchParams }): JSX.Element {
  const [record, setRecord] = useState<string | null>(null);
  const [source, setSource] = useState<Source | null>(null);
  const watch = query.get("watch");
  useEffect(() => {
    if (game !== null) setSource({ game, watch });
    else setSource(record === null ? null : { record });
  }, [game, watch, record]);
  if (source === null) return game === null ? <Opener onRecord={setRecord} /> : <></>;
  return <Player source={source} query={query} onOther={() => setRecord(null)} />;
}
