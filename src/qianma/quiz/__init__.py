"""A quiz on hands: what is it, how many fan, may it win on a discard, who pays what.

Questions follow from a seed and a ruleset, and their answers from the rules library: `dealing`
makes hands, `asking` makes questions of them.

>>> from qianma.ruleset import load
>>> one = quiz_round(load("duyun"), 1)
>>> len(one), len(one[0].options), one == quiz_round(load("duyun"), 1)
(10, 4, True)
"""

from qianma.quiz.asking import KINDS_OF_QUESTIONS, ROUND, Option, Question, quiz_round

__all__ = ["KINDS_OF_QUESTIONS", "ROUND", "Option", "Question", "quiz_round"]
