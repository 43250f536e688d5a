// The settlement at a live table, from what the server has sent.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { randomHex, send } from "../connection";
import type { Sheet } from "../protocol/messages";
import { href, route } from "../router";
import { linkState, table, type TableModel } from "../store";
import { t } from "../texts";
import { names } from "../table/live";
import { SheetView } from "./view";
import { nextText, type Scene } from "./words";

/** The sheet of the hand whose lines these are. */
function sheetOf(lines: TableModel["lines"]): Sheet | null {
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at];
    if (line?.type === "result") return line.sheet;
  }
  return null;
}

function handNumber(model: TableModel): number {
  const first = model.lines[0];
  return first?.type === "hand" ? first.number : model.number;
}

/** Goes on to the next hand, or to the end of the match. */
function Onward({
  model,
  scene,
  onBegin,
}: {
  model: TableModel;
  scene: Scene;
  onBegin: () => void;
}): JSX.Element | null {
  const [asked, setAsked] = useState(-1);
  if (model.phase === "over") {
    const watch = route.value.query.get("watch");
    const query = watch === null ? "" : `?watch=${watch}`;
    return (
      <a class="button claim" href={href(`/match/${model.game}${query}`)}>
        {t("sheet.over")}
      </a>
    );
  }
  const dealer = nextText(scene);
  if (model.seat === null) return <p class="sheet-next note">{dealer}</p>;
  const isReady = model.seats[model.seat]?.confirmed === true || asked === model.number;
  const players = model.match.players.filter((one) => one.kind === "person").length;
  const ready = model.match.players.filter(
    (one, at) => one.kind === "person" && model.seats[at]?.confirmed === true,
  ).length;
  const begin = () => {
    setAsked(model.number);
    onBegin();
    void send({ type: "next", number: model.number, contribution: randomHex(16) }).then((answer) => {
      if (answer.type === "refused") setAsked(-1);
    });
  };
  return (
    <button
      type="button"
      class="button claim"
      disabled={isReady || model.phase !== "waiting" || linkState.value !== "open"}
      onClick={begin}
    >
      <b>{isReady && players > 1 ? t("sheet.waiting", { ready, players }) : t("sheet.next")}</b>
      <span class="sub">
        <bdi>{dealer}</bdi>
      </span>
    </button>
  );
}

function sceneOf(model: TableModel): Scene | null {
  const sheet = sheetOf(model.lines);
  if (sheet === null) return null;
  return {
    sheet,
    number: handNumber(model),
    names: names.value,
    viewer: model.seat,
    ruleset: model.match.ruleset,
  };
}

/**
 * The settlement of a hand that `isSettled`. Who is looking at it when the next hand begins (after a
 * while, or on auto-play at once) goes on looking until something is asked of them.
 */
export function SettlementSheet({ isSettled }: { isSettled: boolean }): JSX.Element | null {
  const [lookedAt, lookAt] = useState<Scene | null>(null);
  const model = table.value;
  const now = isSettled && model !== null ? sceneOf(model) : null;
  const isAsked = model?.prompt != null && model.prompt.answered == null && !isSettled;
  useEffect(() => {
    if (isAsked) lookAt(null);
  }, [isAsked]);
  const settled = now?.number ?? null;
  useEffect(() => {
    if (settled !== null) lookAt((before) => (before?.number === settled ? before : null));
  }, [settled]);
  const scene = now ?? (isAsked ? null : lookedAt);
  if (model === null || scene === null) return null;
  const { number } = scene;
  const watch = route.value.query.get("watch");
  const query = `?hand=${number}${watch === null ? "" : `&watch=${watch}`}`;
  return (
    <SheetView
      key={number}
      scene={scene}
      onLook={() => lookAt(scene)}
      onClose={now === null ? () => lookAt(null) : undefined}
      foot={
        <>
          <a class="button" href={href(`/replay/${model.game}${query}`)}>
            {t("sheet.replay")}
          </a>
          {now === null ? (
            <button type="button" class="button claim" onClick={() => lookAt(null)}>
              {t("sheet.to_table")}
            </button>
          ) : (
            <Onward model={model} scene={scene} onBegin={() => lookAt(null)} />
          )}
        </>
      }
    />
  );
}
