import { useEffect, useState } from "preact/hooks";
import { table } from "../store";
import { t } from "../texts";

/** What is left of the own decision and of the reserve, in milliseconds, as the server counts. */
function leftNow(): { decision: number; reserve: number } | null {
  const model = table.value;
  const prompt = model?.prompt;
  if (model == null || prompt == null || prompt.answered != null) return null;
  const left = Math.max(0, prompt.left - (performance.now() - model.promptAt));
  return { decision: Math.max(0, left - prompt.reserve), reserve: Math.min(left, prompt.reserve) };
}

/** Whole seconds, as they are counted down. */
export function secondsLeft(): { decision: number; reserve: number } | null {
  const left = leftNow();
  if (left === null) return null;
  return {
    decision: Math.ceil(left.decision / 1000),
    reserve: Math.ceil(left.reserve / 1000),
  };
}

/** The clock of the own decision. */
export function Clock() {
  const [, tick] = useState(0);
  const prompt = table.value?.prompt;
  const id = prompt?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    const timer = window.setInterval(() => tick((count) => count + 1), 250);
    return () => window.clearInterval(timer);
  }, [id]);
  const left = secondsLeft();
  if (left === null) {
    return (
      <>
        <b class="table-clock-none">–</b>
        <span>{t("table.waiting")}</span>
      </>
    );
  }
  const isReserve = left.decision === 0;
  return (
    <>
      <b role="timer">{isReserve ? left.reserve : left.decision}</b>
      <span>{isReserve ? t("table.reserve_runs") : t("table.seconds", { reserve: left.reserve })}</span>
    </>
  );
}
