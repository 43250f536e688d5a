"""Why an action is not possible: a code, the clause it rests on, and the facts of the case.

The codes are keys of the message catalogue (`refusal.<code>`). A rule answers with a code, or with
`ALLOWED`.
"""

from typing import Final, NamedTuple

from qianma.messages import text

ALLOWED: Final = ""

NOT_COMPLETE: Final = "not_complete"
PLAIN_NEEDS_BEAN: Final = "plain_needs_bean"
PASSED_WIN: Final = "passed_win"
THREE_SUITS: Final = "three_suits"
NOT_IN_HAND: Final = "not_in_hand"
DECLARED_DISCARD: Final = "declared_discard"
DECLARED_PONG: Final = "declared_pong"
DECLARED_KONG: Final = "declared_kong"
WAITS_CHANGE: Final = "waits_change"
NO_REPLACEMENT: Final = "no_replacement"
LAST_DISCARD: Final = "last_discard"
KONG_AFTER_PONG: Final = "kong_after_pong"
WIN_AFTER_PONG: Final = "win_after_pong"
NOT_FIRST_TURN: Final = "not_first_turn"
DECLARE_WITH_MELD: Final = "declare_with_meld"
DECLARE_NOT_READY: Final = "declare_not_ready"
MUST_WIN_DECLARED: Final = "must_win_declared"
MUST_WIN_LAST_FOUR: Final = "must_win_last_four"
NOT_YOUR_TURN: Final = "not_your_turn"
NOT_YOUR_CLAIM: Final = "not_your_claim"
ALREADY_ANSWERED: Final = "already_answered"
DRAW_FIRST: Final = "draw_first"
HAND_OVER: Final = "hand_over"
PONG_NEEDS_TWO: Final = "pong_needs_two"
KONG_NEEDS_THREE: Final = "kong_needs_three"
KONG_NEEDS_FOUR: Final = "kong_needs_four"
KONG_NEEDS_PONG: Final = "kong_needs_pong"
NOTHING_OPEN: Final = "nothing_open"
ONLY_ROBBING: Final = "only_robbing"
KONG_NOT_ROBBED: Final = "kong_not_robbed"
SOMEBODY_LEFT: Final = "somebody_left"
PASS_IN_TURN: Final = "pass_in_turn"

_CLAUSES: Final = {
    NOT_COMPLETE: ("C-10", "C-10"),
    PLAIN_NEEDS_BEAN: ("G-9", "D-6"),
    PASSED_WIN: ("G-18", "G-18"),
    THREE_SUITS: ("D-16", "D-16"),
    NOT_IN_HAND: ("C-5", "C-5"),
    DECLARED_DISCARD: ("G-17", "D-13"),
    DECLARED_PONG: ("G-17", "D-13"),
    DECLARED_KONG: ("G-17", "D-13"),
    WAITS_CHANGE: ("G-S5", "G-S5"),
    NO_REPLACEMENT: ("C-6", "C-6"),
    LAST_DISCARD: ("C-6", "C-6"),
    KONG_AFTER_PONG: ("C-7", "C-7"),
    WIN_AFTER_PONG: ("C-13", "C-13"),
    NOT_FIRST_TURN: ("G-17", "D-13"),
    DECLARE_WITH_MELD: ("G-17", "D-13"),
    DECLARE_NOT_READY: ("G-17", "D-13"),
    MUST_WIN_DECLARED: ("D-13", "D-13"),
    MUST_WIN_LAST_FOUR: ("D-14", "D-14"),
    NOT_YOUR_TURN: ("C-1", "C-1"),
    NOT_YOUR_CLAIM: ("C-8", "C-8"),
    ALREADY_ANSWERED: ("C-8", "C-8"),
    DRAW_FIRST: ("C-1", "C-1"),
    HAND_OVER: ("C-8", "C-8"),
    PONG_NEEDS_TWO: ("C-5", "C-5"),
    KONG_NEEDS_THREE: ("C-5", "C-5"),
    KONG_NEEDS_FOUR: ("C-5", "C-5"),
    KONG_NEEDS_PONG: ("C-5", "C-5"),
    NOTHING_OPEN: ("C-8", "C-8"),
    ONLY_ROBBING: ("C-9", "C-9"),
    KONG_NOT_ROBBED: ("C-9", "C-9"),
    SOMEBODY_LEFT: ("C-18", "C-18"),
    PASS_IN_TURN: ("C-5", "C-5"),
}
"""The clause of each refusal: in the Guiyang games, and in Duyun."""

CODES: Final = tuple(_CLAUSES)


class Refusal(NamedTuple):
    """Why something is not possible. `facts` are the parameters of the message."""

    code: str
    clause: str
    facts: tuple[tuple[str, str | int], ...] = ()

    def text(self, language: str = "en") -> str:
        """The reason in words, with its clause."""
        reason = text(f"refusal.{self.code}", language, **dict(self.facts))
        return text("cited.reason", language, reason=reason, clause=self.clause)


def clause_of(code: str, family: str) -> str:
    """The clause that a refusal rests on in a family of rulesets."""
    guiyang, duyun = _CLAUSES[code]
    return duyun if family == "duyun" else guiyang
