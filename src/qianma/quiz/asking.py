"""Questions on hands, each with four answers of which the rules make exactly one right."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Literal, TypeVar

from msgspec import Struct

from qianma.chance import Chance, chance_of
from qianma.ledger import Ledger, seat_points
from qianma.packed import MELD_NAMES
from qianma.quiz.dealing import Deal, dealt, spoilt
from qianma.rules.declared import waives_bean
from qianma.rules.kong_shot import kong_shot_waives_bean
from qianma.rules.patterns import PLAIN, best_pattern, patterns_of
from qianma.rules.payments import settle_win
from qianma.rules.readiness import three_suits_refusal
from qianma.rules.refusals import NOT_COMPLETE, THREE_SUITS, clause_of
from qianma.rules.valuation import Value, value_hand
from qianma.rules.winning import complete_hand_refusal
from qianma.ruleset import Ruleset
from qianma.settings import PATTERNS
from qianma.sheet import SheetDealer, SheetMeld, valued_as
from qianma.sheet_accounts import Account, account_of_win
from qianma.state import BY_DISCARD, BY_ROBBED_KONG, SELF_DRAW, WIN_NAMES
from qianma.tiles import CODES, tiles_of

Item = TypeVar("Item")

ROUND: Final = 10
"""How many questions a round has."""
KINDS_OF_QUESTIONS: Final = ("pattern", "fan", "discard", "payment")
_OPTIONS: Final = 4
_PATTERN_CLAUSES: Final = {"guiyang": "G-7", "guiyang-street": "G-S1", "duyun": "D-4"}


Reason = Literal[
    "yes_pattern",
    "yes_bean",
    "yes_declared",
    "yes_kong_shot",
    "no_bean",
    "no_complete",
    "no_three_suits",
]
"""Why a hand may win on a discard, or may not."""


class Option(Struct, frozen=True, omit_defaults=True):
    """An answer: a pattern, a number of fan, why it may win or not, or what seats 1 to 3 pay."""

    pattern: str | None = None
    fan: int | None = None
    reason: Reason | None = None
    pays: tuple[int, int, int] | None = None


class QuizValue(Struct, frozen=True):
    """What a complete hand is worth: pattern and extras make up `fan`, dealer bonus apart."""

    pattern: str
    as_pattern: str | None
    pattern_fan: int
    extras: dict[str, int]
    fan: int


class Question(Struct, frozen=True, kw_only=True):
    """A hand and one question about it.

    Seat 0 holds the hand and 1, 2, 3 follow in turn order. `tiles` are concealed and without the
    `winning` one. `source` is the discarder or robbed seat, null for a self-draw. `options` are the
    four answers and `right` the place of the right one. `value` is null for a hand that is not
    complete, `account` for one that may not win so; then `refusal` is the key of the reason.
    `clauses` are those that the answer rests on.
    """

    kind: Literal["pattern", "fan", "discard", "payment"]
    ruleset: str
    base: int
    tiles: list[str]
    winning: str
    melds: list[SheetMeld]
    by: Literal["self_draw", "discard", "robbed_kong"]
    source: int | None
    dealer: SheetDealer
    declared: bool
    from_declared: bool
    after_kong: bool
    first_draw: bool
    options: list[Option]
    right: int
    value: QuizValue | None
    account: Account | None
    refusal: str | None
    clauses: list[str]


def quiz_round(ruleset: Ruleset, seed: int) -> list[Question]:
    """The questions of a round; all kinds are among them."""
    chance = chance_of(f"quiz {ruleset.name} {seed}".encode())
    first = chance.below(len(KINDS_OF_QUESTIONS))
    return [
        _question(ruleset, KINDS_OF_QUESTIONS[(first + place) % len(KINDS_OF_QUESTIONS)], chance)
        for place in range(ROUND)
    ]


def _question(ruleset: Ruleset, kind: str, chance: Chance) -> Question:
    make = _MAKERS[kind]
    while True:
        plain = kind == "discard" and chance.below(3) > 0
        deal = dealt(ruleset, chance, "plain" if plain else "")
        asked = make(ruleset, deal, chance)
        if asked is not None:
            return asked


class _Judged:
    """A deal and what the rules say of it."""

    def __init__(self, ruleset: Ruleset, deal: Deal) -> None:
        how = deal.circumstances()
        self.deal: Final = deal
        self.value: Final = value_hand(ruleset, deal.holding(), how)
        self.refusal: Final = (
            NOT_COMPLETE
            if self.value is None
            else complete_hand_refusal(ruleset, deal.holding(), deal.beans, how)
        )

    def ledger(self, ruleset: Ruleset) -> Ledger:
        """The payments for the win."""
        assert self.value is not None, "only a complete hand is paid"
        ledger = Ledger(ruleset.base)
        settle_win(ledger, self.deal.table(ruleset), 0, self.deal.by, self.value)
        return ledger


def _pattern_question(ruleset: Ruleset, deal: Deal, chance: Chance) -> Question | None:
    judged = _Judged(ruleset, deal)
    if judged.refusal or judged.value is None:
        return None
    shown = patterns_of(ruleset, deal.holding(), deal.opening)
    names = list(ruleset.patterns)
    near = [name for name in names if shown >> PATTERNS.index(name) & 1]
    wrong = _shuffled(near, chance)[:2] + _shuffled(names, chance)
    right = Option(pattern=judged.value.name)
    options = (Option(pattern=name) for name in wrong)
    return _asked(ruleset, "pattern", judged, right, options, chance)


def _fan_question(ruleset: Ruleset, deal: Deal, chance: Chance) -> Question | None:
    judged = _Judged(ruleset, deal)
    if judged.refusal or judged.value is None:
        return None
    value = judged.value
    likely = [int(value.pattern_fan), sum(value.extras.values())]
    near = [int(value.fan) + step for step in (-3, -2, -1, 1, 2, 3)]
    other = _shuffled([*ruleset.patterns.values(), *near], chance)
    options = (Option(fan=fan) for fan in (*likely, *other) if fan > 0)
    return _asked(ruleset, "fan", judged, Option(fan=int(value.fan)), options, chance)


def _discard_question(ruleset: Ruleset, deal: Deal, chance: Chance) -> Question | None:
    """May it win on a discard: the answers name the reason, so that only one is true."""
    if deal.by != BY_DISCARD:
        return None
    judged = _Judged(ruleset, spoilt(deal, chance) if chance.below(5) == 0 else deal)
    reasons = list(_reasons(ruleset, judged))
    if len(reasons) != 1:
        return None
    other: list[Reason] = ["yes_pattern", "yes_bean", "yes_declared", "no_bean", "no_complete"]
    if ruleset.kong_shot_waives_bean:
        other.append("yes_kong_shot")
    if ruleset.flower_pig:
        other.append("no_three_suits")
    right = Option(reason=reasons[0])
    likely: Reason = "no_bean" if reasons[0] in ("yes_pattern", "yes_bean") else "yes_pattern"
    wrong = [Option(reason=reason) for reason in (likely, *_shuffled(other, chance))]
    return _asked(ruleset, "discard", judged, right, wrong, chance)


def _reasons(ruleset: Ruleset, judged: _Judged) -> Iterator[Reason]:
    """All that lets the hand win on a discard, or all that does not."""
    deal = judged.deal
    if three_suits_refusal(ruleset, deal.holding()):
        yield "no_three_suits"
    if judged.refusal == NOT_COMPLETE:
        yield "no_complete"
        return
    waived = list(_waived(ruleset, deal))
    if best_pattern(ruleset, patterns_of(ruleset, deal.holding())) != PLAIN:
        found: list[Reason] = ["yes_pattern"]
    else:
        found = waived or ["no_bean"]
    yield from (one for one in found if judged.refusal != THREE_SUITS or one == "no_bean")


def _waived(ruleset: Ruleset, deal: Deal) -> Iterator[Reason]:
    """All that lets a plain hand win on a discard."""
    if deal.beans:
        yield "yes_bean"
    if waives_bean(deal.declared, deal.from_declared):
        yield "yes_declared"
    if kong_shot_waives_bean(ruleset, deal.after_kong):
        yield "yes_kong_shot"


def _payment_question(ruleset: Ruleset, deal: Deal, chance: Chance) -> Question | None:
    judged = _Judged(ruleset, deal)
    if judged.refusal or judged.value is None:
        return None
    paid = _paid(judged, ruleset)
    fan, base = int(judged.value.fan), int(ruleset.base)
    share = fan * base
    bonus = (ruleset.dealer_bonus.dealing + ruleset.dealer_bonus.repeat * deal.repeats) * base
    single = deal.source or 1 + chance.below(3)
    likely = [
        (share, share, share),
        (share + bonus,) * 3,
        _alone(single, share),
        _alone(single, share + bonus),
        _alone(single, 3 * share),
        _alone(single, 3 * share + 3 * bonus),
        (paid[1], paid[2], paid[0]),
        (paid[2], paid[0], paid[1]),
        _alone(single, share + base),
        (share + base,) * 3,
    ]
    wrong = [Option(pays=(one[0], one[1], one[2])) for one in _shuffled(likely, chance)]
    return _asked(ruleset, "payment", judged, Option(pays=paid), wrong, chance)


def _paid(judged: _Judged, ruleset: Ruleset) -> tuple[int, int, int]:
    _, first, second, third = seat_points(judged.ledger(ruleset).entries())
    return -first, -second, -third


def _alone(seat: int, points: int) -> tuple[int, ...]:
    return tuple(points if one == seat else 0 for one in (1, 2, 3))


_MAKERS: Final[dict[str, Callable[[Ruleset, Deal, Chance], Question | None]]] = {
    "pattern": _pattern_question,
    "fan": _fan_question,
    "discard": _discard_question,
    "payment": _payment_question,
}


def _asked(
    ruleset: Ruleset,
    kind: Literal["pattern", "fan", "discard", "payment"],
    judged: _Judged,
    right: Option,
    wrong: Iterable[Option],
    chance: Chance,
) -> Question | None:
    """The question, None when there are not enough wrong answers."""
    others = [one for one in dict.fromkeys(wrong) if one != right][: _OPTIONS - 1]
    if len(others) < _OPTIONS - 1:
        return None
    options = _shuffled([right, *others], chance)
    if right.fan is not None:
        options.sort(key=lambda one: one.fan or 0)
    deal = judged.deal
    counts = deal.counts[:]
    counts[deal.winning] -= 1
    account = None
    if not judged.refusal:
        entries = judged.ledger(ruleset).entries()
        account = account_of_win(0, deal.winning, entries)
    return Question(
        kind=kind,
        ruleset=ruleset.name,
        base=int(ruleset.base),
        tiles=[CODES[one] for one in tiles_of(bytearray(counts))],
        winning=CODES[deal.winning],
        melds=[
            SheetMeld(kind=MELD_NAMES[type_], tile=CODES[one], source=source or None)
            for (type_, one), source in zip(deal.melds, deal.sources, strict=True)
        ],
        by=_WAYS[deal.by],
        source=None if deal.by == SELF_DRAW else deal.source,
        dealer=SheetDealer(
            seat=deal.dealer,
            repeats=deal.repeats,
            dealing=int(ruleset.dealer_bonus.dealing),
            repeat=int(ruleset.dealer_bonus.repeat) * deal.repeats,
        ),
        declared=deal.declared,
        from_declared=deal.from_declared,
        after_kong=deal.after_kong,
        first_draw=deal.first_draw,
        options=options,
        right=options.index(right),
        value=None if judged.value is None else _shown(ruleset, judged.value),
        account=account,
        refusal=f"refusal.{judged.refusal}" if judged.refusal else None,
        clauses=list(dict.fromkeys(_clauses(ruleset, kind, judged, right))),
    )


_WAYS: Final[dict[int, Literal["self_draw", "discard", "robbed_kong"]]] = {
    SELF_DRAW: "self_draw",
    BY_DISCARD: "discard",
    BY_ROBBED_KONG: "robbed_kong",
}
assert tuple(_WAYS.values()) == WIN_NAMES


def _shown(ruleset: Ruleset, value: Value) -> QuizValue:
    extras = {name: int(fan) for name, fan in value.extras.items()}
    named_as = valued_as(ruleset, value)
    return QuizValue(value.name, named_as, int(value.pattern_fan), extras, int(value.fan))


def _clauses(ruleset: Ruleset, kind: str, judged: _Judged, right: Option) -> Iterator[str]:
    """The clauses that an answer rests on, the most telling first."""
    duyun = ruleset.family == "duyun"
    if judged.refusal:
        yield clause_of(judged.refusal, ruleset.family)
        return
    if right.reason == "yes_declared":
        yield "D-13" if duyun else "G-17"
    elif right.reason == "yes_kong_shot":
        yield "G-S3"
    elif right.reason is not None:
        yield "D-6" if duyun else "G-9"
    if kind in ("pattern", "fan"):
        opening = judged.value is not None and judged.value.name.endswith("ly_hand")
        yield "D-5" if opening else _PATTERN_CLAUSES[ruleset.family]
    if kind in ("fan", "payment"):
        yield from (entry.clause for entry in judged.ledger(ruleset).entries())


def _shuffled(items: list[Item], chance: Chance) -> list[Item]:
    mixed = items[:]
    for last in range(len(mixed) - 1, 0, -1):
        place = chance.below(last + 1)
        mixed[last], mixed[place] = mixed[place], mixed[last]
    return mixed
