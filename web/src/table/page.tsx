import { computed } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { openTable, randomHex, reopenTable, send } from "../connection";
import { go } from "../router";
import { settings } from "../settings";
import { SettlementSheet } from "../settlement/sheet";
import { linkProblem, linkState, said, say, table } from "../store";
import { type Key, t, told } from "../texts";
import { Bar } from "./bar";
import { Beans, Log, Scores } from "./beans";
import { Claims } from "./claims";
import { Clock } from "./clock";
import { now } from "./extras";
import { TableFrame } from "./frame";
import { Hand } from "./hand";
import { KEY_ROWS, pressed } from "./keys";
import { layout } from "./layout";
import { current, scores, shown } from "./live";
import { Help, Leave, Menu, Phrases, VoteBar } from "./menu";
import { ChickenMoment, Chips, DiceMoment, moment } from "./moments";
import { showAll } from "./pace";
import { Panel, panel, type PanelName, toggle } from "./panel";
import type { PlayerState } from "./plate";
import { canDeclare, endAuto, offered } from "./play";
import { PromptLine } from "./prompt";
import { refusal } from "./refusal";
import { Spoken } from "./spoken";
import { TableView } from "./view";
import { Deck, Waits, WaitsStrip } from "./waits";
import { Rivers, Wall } from "./wall";

const PANELS: Readonly<Record<PanelName, readonly [title: Key, Content: () => JSX.Element | null]>> = {
  beans: ["bar.beans", Beans],
  deck: ["menu.deck", Deck],
  help: ["menu.help", Help],
  leave: ["menu.leave", Leave],
  menu: ["bar.menu", Menu],
  phrases: ["bar.phrases", Phrases],
  rivers: ["menu.rivers", Rivers],
  scores: ["bar.scores", Scores],
  waits: ["waits.title", Waits],
  wall: ["menu.wall", Wall],
};

function OpenPanel() {
  const name = panel.value;
  if (name === null) return null;
  const [title, Content] = PANELS[name];
  return (
    <Panel title={t(title)} key={name}>
      <Content />
    </Panel>
  );
}

function states(): PlayerState[] {
  const model = table.value;
  if (model === null) return [];
  return model.seats.map((state, seat) => ({
    absent: state.absent,
    auto: state.auto,
    isAway:
      model.match.players[seat]?.kind === "person" &&
      seat !== model.seat &&
      model.connected[seat] !== true,
  }));
}

/** Where the charge chicken lies that the server tells of. */
function charge(): { seat: number; at: number } | null {
  const seat = now.value?.charge;
  if (seat == null) return null;
  const at = shown.value?.places[seat]?.river.findIndex((each) => each.tile === "1s") ?? -1;
  return at < 0 ? null : { seat, at };
}

function phrase(): { seat: number; text: string } | null {
  const heard = said.value;
  if (heard === null || !settings.value.phrases) return null;
  return { seat: heard.seat, text: told(`phrase.${heard.phrase}`) };
}

/** Nothing is offered, so that there is room for something else. */
const hasNoClaims = computed(
  () => offered.value.length === 0 && !canDeclare.value && refusal.value === null,
);

/** The keys that are used most, where there is room for them. */
function KeyLine() {
  if (!settings.value.keys) return null;
  return (
    <p class="table-key-line" aria-hidden="true">
      {KEY_ROWS.slice(0, 9).map(([key, text]) => (
        <span key={key}>
          {key.split(" ").map((each) => (
            <kbd key={each}>{each}</kbd>
          ))}
          {t(`help.${text}`)}
        </span>
      ))}
    </p>
  );
}

/** What is below the rivers for a player who has left: a way back. */
function AbsentZone() {
  const back = () =>
    void send({ type: "back" }).then((answer) => {
      if (answer.type === "refused") say(told(answer.key, answer.facts));
    });
  return (
    <>
      <div class="table-prompt">
        <PromptLine />
      </div>
      <div class="table-claims">
        <button type="button" class="table-claim is-claim" onClick={back}>
          <span class="table-claim-words">
            <b>{t("table.back")}</b>
            <span>{t("table.back_note")}</span>
          </span>
        </button>
      </div>
      <Hand />
    </>
  );
}

/** What is below the rivers for a player. */
function OwnZone() {
  const state = table.value?.seats[table.value.seat ?? 0];
  const isAuto = state?.auto === true;
  if (state?.absent === true) return <AbsentZone />;
  return (
    <>
      <div class="table-prompt">
        <PromptLine />
        <button type="button" class="table-look" aria-keyshortcuts="W" onClick={() => toggle("waits")}>
          {t("waits.title")}
        </button>
      </div>
      <Claims />
      {layout.value.kind === "wide" && hasNoClaims.value && <WaitsStrip />}
      <Hand />
      {layout.value.hasSide && <KeyLine />}
      {isAuto && (
        <button
          type="button"
          class="table-auto"
          aria-label={t("table.auto")}
          onClick={endAuto}
        />
      )}
    </>
  );
}

/** What a spectator has in the place of a hand. */
function WatcherZone() {
  return (
    <div class="table-prompt">
      <PromptLine />
    </div>
  );
}

/** What stands over the table while there is no line to the server, or no seat. */
function LinkCover() {
  const state = linkState.value;
  if (state === "elsewhere") {
    return <Cover text={t("link.elsewhere")} action={t("link.here")} onAct={reopenTable} />;
  }
  if (state === "refused" && table.value !== null) {
    const why = told(linkProblem.value ?? "live.not_allowed");
    return <Cover text={why} action={t("menu.lobby")} onAct={() => go("/")} />;
  }
  if (state !== "lost" || table.value === null) return null;
  return (
    <div class="table-lost" role="status">
      {t("link.lost")}
    </div>
  );
}

/** What has to be answered before anything else. */
function Cover({ text, action, onAct }: { text: string; action: string; onAct: () => void }) {
  return (
    <div class="table-cover is-full">
      <div class="table-panel" role="alertdialog" aria-label={text}>
        <div class="table-panel-body">
          <p>{text}</p>
          <button type="button" class="table-choice is-claim" onClick={onAct}>
            {action}
          </button>
        </div>
      </div>
    </div>
  );
}

/** What is seen while there is no table. */
function NoTable() {
  const problem = linkProblem.value;
  return (
    <main class="table-none">
      <p role="status">{problem === null ? t("link.connecting") : told(problem)}</p>
      <button type="button" class="table-choice" onClick={() => go("/")}>
        {t("menu.lobby")}
      </button>
    </main>
  );
}

/** The first hand begins as soon as all who play have come. */
function useFirstHand(): void {
  const model = table.value;
  const isReady =
    model !== null &&
    linkState.value === "open" &&
    model.phase === "waiting" &&
    model.lines.length === 0 &&
    model.seat !== null &&
    model.seats[model.seat]?.confirmed === false;
  const number = model?.number ?? 0;
  useEffect(() => {
    if (isReady) void send({ type: "next", number, contribution: randomHex(16) });
  }, [isReady, number]);
}

/** A match that ends without a settlement leads to its end at once. */
function useEnd(game: string, watch: string | null): void {
  const isOver = table.value?.phase === "over" && current.value?.result === null;
  useEffect(() => {
    if (isOver) go(`/match/${game}${watch === null ? "" : `?watch=${watch}`}`, true);
  }, [isOver, game, watch]);
}

/** What stands beside the table where there is room. */
function Side() {
  return (
    <aside class="table-side" tabIndex={0} aria-label={t("log.title")}>
      <section>
        <h2>{t("bar.beans")}</h2>
        <Beans />
      </section>
      <section class="table-side-log">
        <h2>{t("log.title")}</h2>
        <Log most={14} />
      </section>
    </aside>
  );
}

/** A table in play. */
export function TablePage({ game, watch }: { game: string; watch: string | null }): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => openTable(game, watch ?? undefined), [game, watch]);
  useFirstHand();
  useEnd(game, watch);
  const isThere = table.value !== null;
  useEffect(() => {
    root.current?.focus({ preventScroll: true });
    panel.value = null;
  }, [isThere]);
  const position = shown.value;
  const model = table.value;
  const isPlayer = model !== null && model.seat !== null;
  // These watch for themselves what changes, and are not drawn anew with the rest.
  const zone = useMemo(() => (isPlayer ? <OwnZone /> : <WatcherZone />), [isPlayer]);
  const bar = useMemo(() => <Bar />, []);
  if (model === null || position === null) return <NoTable />;
  const isSettled = position.result !== null && moment.value === null;
  return (
    <TableFrame
      root={root}
      isLive
      onKeyDown={pressed}
      onPress={showAll}
      hand={position.number}
      isOver={position.isOver}
    >
      <main class="table-felt">
        {zone}
        <TableView
          position={position}
          viewer={model.seat}
          scores={scores.value}
          states={states()}
          charge={charge()}
          phrase={phrase()}
          clock={<Clock />}
          moment={
            <>
              <DiceMoment />
              <ChickenMoment />
            </>
          }
          onPlate={() => toggle("scores")}
          onHub={() => toggle("wall")}
        >
          {isPlayer ? <></> : undefined}
        </TableView>
      </main>
      {bar}
      {layout.value.hasSide && <Side />}
      <VoteBar />
      <OpenPanel />
      <SettlementSheet isSettled={isSettled} />
      <Chips />
      <LinkCover />
      <Spoken />
    </TableFrame>
  );
}
