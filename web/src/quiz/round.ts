// A round of the quiz: what is asked next, and what has been answered.
import type { Question } from "../protocol/http";

/** A question in its turn; `again` when it comes back after a mistake. */
export interface Turn {
  question: Question;
  again: boolean;
}

export interface Round {
  count: number;
  /** What is still to be asked; the first of them is being asked. */
  turns: readonly Turn[];
  /** How many were right at once, and how many came back. */
  right: number;
  mistakes: number;
}

export function begun(questions: readonly Question[]): Round {
  return {
    count: questions.length,
    turns: questions.map((question) => ({ question, again: false })),
    right: 0,
    mistakes: 0,
  };
}

/** The round after its first question has been answered: a mistake comes back at the end. */
export function answered(round: Round, isRight: boolean): Round {
  const [turn, ...rest] = round.turns;
  if (turn === undefined) return round;
  if (isRight) {
    return { ...round, turns: rest, right: round.right + (turn.again ? 0 : 1) };
  }
  return {
    ...round,
    turns: [...rest, { question: turn.question, again: true }],
    mistakes: round.mistakes + (turn.again ? 0 : 1),
  };
}

/** The number of the question that is being asked, of those asked for the first time. */
export function numberOf(round: Round): number {
  return round.count - round.turns.filter((turn) => !turn.again).length + (round.turns[0]?.again ? 0 : 1);
}
