// The quiz: ten hands a round, mistakes come back, no clock.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ask, reason } from "../api";
import { Card, Page } from "../parts/frame";
import type { QuizAnswer } from "../protocol/http";
import { href } from "../router";
import { t } from "../texts";
import { QuestionCard } from "./question";
import { answered, begun, numberOf, type Round } from "./round";

const RULESETS = ["guiyang", "guiyang-street", "duyun", "duyun-huazhu"] as const;
const MOST_SEED = 2 ** 31;

function Choice(): JSX.Element {
  return (
    <Page title={t("quiz.title")}>
      <Card>
        <p class="note">{t("quiz.choose")}</p>
        <ul class="quiz-rulesets">
          {RULESETS.map((name) => (
            <li key={name}>
              <a class="button" href={href(`/quiz/${name}`)}>
                {t(`lobby.${name}`)}
                <span class="sub">{t(`lobby.${name}_note`)}</span>
              </a>
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  );
}

function Result({ round, onAgain }: { round: Round; onAgain: () => void }): JSX.Element {
  return (
    <Card title={t("quiz.result", { right: round.right })}>
      <p role="status">
        {round.mistakes === 0
          ? t("quiz.all_right")
          : t("quiz.mistakes", { count: round.mistakes })}
      </p>
      <div class="buttons">
        <button type="button" class="button claim" onClick={onAgain}>
          {t("quiz.once_more")}
        </button>
        <a class="button" href={href("/quiz")}>
          {t("quiz.other_rules")}
        </a>
      </div>
    </Card>
  );
}

function Rounds({ ruleset }: { ruleset: string }): JSX.Element {
  const [seed, setSeed] = useState(() => Math.floor(Math.random() * MOST_SEED));
  const [round, setRound] = useState<Round | null>(null);
  const [asks, setAsks] = useState(0);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let wanted = true;
    setRound(null);
    ask<QuizAnswer>("GET", `/api/quiz/${encodeURIComponent(ruleset)}/${seed}`).then(
      (answer) => wanted && setRound(begun(answer.questions)),
      (error: unknown) => wanted && setProblem(reason(error)),
    );
    return () => void (wanted = false);
  }, [ruleset, seed]);
  const name = RULESETS.find((one) => one === ruleset);
  const title = name === undefined ? t("quiz.title") : t(`lobby.${name}`);
  const turn = round?.turns[0];
  const progress =
    round === null || turn === undefined ? null : (
      <span class="note quiz-progress">
        {turn.again
          ? t("quiz.again")
          : t("quiz.progress", { number: numberOf(round), count: round.count })}
        {" · "}
        {t("quiz.score", { right: round.right })}
      </span>
    );
  return (
    <Page title={title} back="/quiz" aside={progress}>
      {problem !== "" && (
        <Card>
          <p role="alert">{problem}</p>
        </Card>
      )}
      {round !== null && turn !== undefined && (
        <QuestionCard
          key={asks}
          question={turn.question}
          isLast={round.turns.length === 1}
          onDone={(isRight) => {
            setAsks(asks + 1);
            setRound(answered(round, isRight));
            scrollTo(0, 0);
          }}
        />
      )}
      {round !== null && turn === undefined && (
        <Result round={round} onAgain={() => setSeed(Math.floor(Math.random() * MOST_SEED))} />
      )}
    </Page>
  );
}

export function QuizPage({ ruleset }: { ruleset: string | null }): JSX.Element {
  return ruleset === null ? <Choice /> : <Rounds ruleset={ruleset} />;
}
