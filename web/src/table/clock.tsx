import { useEffect, useState } from "preact/hooks";
import { table } from "../store";
import { t } from "../texts";
import { play } from "./sounds";

interface Left {
  readonly decision: number;
  readonly reserve: number;
}

/** What is left of a decision, of which `reserve` would come from the reserve, in milliseconds. */
function split(left: number, reserve: number, since: number): Left {
  const now = Math.max(0, left - (performance.now() - since));
  return { decision: Math.max(0, now - reserve), reserve: Math.min(now, reserve) };
}

/** The own clock in whole seconds, as the server counts; null when one is not asked. */
export function secondsLeft(): Left | null {
  const model = table.peek();
  const prompt = model?.prompt;
  if (model == null || prompt == null || prompt.answered != null) return null;
  return seconds(split(prompt.left, prompt.reserve, model.promptAt));
}

function seconds({ decision, reserve }: Left): Left {
  return { decision: Math.ceil(decision / 1000), reserve: Math.ceil(reserve / 1000) };
}

/** The clock of another's turn, as far as everybody may know. */
function othersLeft(): Left | null {
  const model = table.peek();
  const now = model?.now;
  if (model == null || now == null || now.turn === null || now.left === null) return null;
  return seconds(split(now.left, now.reserve[now.turn] ?? 0, model.nowAt));
}

const LAST_SECONDS = 5;

/** The clock of the own decision, else of whose turn it is. */
export function Clock() {
  const [, tick] = useState(0);
  const [heard, setHeard] = useState(0);
  const { seq } = table.value ?? {};
  useEffect(() => {
    const timer = window.setInterval(() => tick((count) => count + 1), 250);
    return () => window.clearInterval(timer);
  }, [seq]);
  const own = secondsLeft();
  const left = own ?? othersLeft();
  const whole = left === null ? 0 : left.decision + left.reserve;
  const ticks = own !== null && whole > 0 && whole <= LAST_SECONDS ? whole : 0;
  useEffect(() => {
    if (ticks !== 0 && ticks !== heard) play("tick");
    setHeard(ticks);
  }, [ticks]);
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
      <b class={own === null ? "table-clock-none" : ""} role="timer">
        {isReserve ? left.reserve : left.decision}
      </b>
      <span>{isReserve ? t("table.reserve_runs") : t("table.seconds", { reserve: left.reserve })}</span>
    </>
  );
}
