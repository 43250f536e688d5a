// One question, its four answers, and after the answer the account and the clauses.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Question } from "../protocol/http";
import { AccountTable } from "../settlement/account";
import { HandTiles } from "../settlement/hands";
import { Prose } from "../settlement/prose";
import { family } from "../table/seats";
import { clauseText, t, tileName, told } from "../texts";
import { asked, circumstances, optionText, sceneOf, valueText } from "./words";

const NO_CHICKENS = () => 0;

function Hand({ question }: { question: Question }): JSX.Element {
  const words = family(question.ruleset);
  const melds = question.melds.map(
    (meld) =>
      `${t(`kong.${words}_${meld.kind as "pong" | "concealed" | "added" | "discard"}`)} ${tileName(meld.tile)}`,
  );
  const spoken = [...question.tiles.map(tileName), ...melds].join(t("sheet.list"));
  return (
    <div class="quiz-hand" role="img" aria-label={`${t("quiz.hand")}: ${spoken}. ${tileName(question.winning)}`}>
      <HandTiles
        tiles={question.tiles}
        won={question.winning}
        melds={question.melds}
        fanOf={NO_CHICKENS}
      />
    </div>
  );
}

/** What follows from the rules, and which. */
function Because({ question }: { question: Question }): JSX.Element {
  const { account, value, refusal } = question;
  return (
    <div class="quiz-because">
      <h3>{t("quiz.because")}</h3>
      {value !== null && <p>{valueText(value)}</p>}
      {refusal !== null && <p>{told(refusal)}</p>}
      {account !== null && (
        <div class="quiz-account">
          <AccountTable
            scene={sceneOf(question)}
            account={account}
            seat={0}
            title={t("quiz.account")}
          />
        </div>
      )}
      {question.clauses.map((clause) => (
        <p class="note" key={clause}>
          <b>{clause}</b> <Prose text={clauseText(clause)} />
        </p>
      ))}
    </div>
  );
}

interface Props {
  question: Question;
  isLast: boolean;
  onDone: (isRight: boolean) => void;
}

export function QuestionCard({ question, isLast, onDone }: Props): JSX.Element {
  const [chosen, setChosen] = useState<number | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const onward = useRef<HTMLButtonElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const isAnswered = chosen !== null;
  const isRight = chosen === question.right;
  const answer = question.options[question.right];
  return (
    <section class="card quiz-card">
      <Hand question={question} />
      <p class="quiz-circumstances">
        {circumstances(question).map((one) => (
          <span key={one}>{one}</span>
        ))}
      </p>
      <h2 tabIndex={-1} ref={heading}>
        {asked(question)}
      </h2>
      <div class="quiz-options" role="group" aria-label={t("quiz.answers")}>
        {question.options.map((option, at) => {
          const marks = ["button", "quiz-option"];
          if (isAnswered && at === question.right) marks.push("is-right");
          if (isAnswered && at === chosen && !isRight) marks.push("is-wrong");
          return (
            <button
              type="button"
              key={at}
              class={marks.join(" ")}
              aria-pressed={chosen === at}
              disabled={isAnswered}
              onClick={() => {
                setChosen(at);
                setTimeout(() => onward.current?.focus({ preventScroll: true }));
              }}
            >
              {optionText(option)}
              {isAnswered && at === question.right && <b aria-hidden="true"> ✓</b>}
              {isAnswered && at === chosen && !isRight && <b aria-hidden="true"> ✗</b>}
            </button>
          );
        })}
      </div>
      <p class="quiz-verdict" role="status">
        {!isAnswered
          ? ""
          : isRight
            ? t("quiz.correct")
            : t("quiz.wrong", { answer: answer === undefined ? "" : optionText(answer) })}
      </p>
      {isAnswered && (
        <>
          <button
            type="button"
            class="button claim wide"
            ref={onward}
            onClick={() => onDone(isRight)}
          >
            {isLast && isRight ? t("quiz.finish") : t("quiz.next")}
          </button>
          <Because question={question} />
        </>
      )}
    </section>
  );
}
