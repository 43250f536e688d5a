"""Pages of text between the turns: settlement, standings, waits, why-nots, help, the log."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from rich.text import Text

from qianma.actions import ADDED_KONG, CONCEALED_KONG, DECLARE, DISCARD_KONG, PONG, WIN
from qianma.explain import explain
from qianma.hand import Hand
from qianma.ledger import Entry
from qianma.recording import OUTCOME_NAMES
from qianma.rules.chickens import FlippedTile
from qianma.rules.refusals import DECLARE_NOT_READY
from qianma.rules.valuation import Circumstances, Value, value_hand
from qianma.rules.winning import complete_hand_refusal
from qianma.settings import PATTERNS
from qianma.settle import Result, Win
from qianma.state import BY_DISCARD, NO_TILE, TURN, WIN_NAMES
from qianma.tabletop import SEATS, Table
from qianma.terminal.blocks import cells, hand_line, signed, wrap
from qianma.terminal.game import Game
from qianma.terminal.words import Words
from qianma.tiles import CODES, COPIES, KIND_OF_CODE, KINDS

_MOST_REASONS: Final = 3


def paged(lines: Iterable[Text], width: int, rows: int) -> list[list[Text]]:
    """The lines, broken at `width`, in pages of at most `rows` lines; one page at least.

    No page ends with a heading, a line that ends with a colon, where there is room to avoid it.
    """
    rest = [part for line in lines for part in wrap(line, width)]
    pages: list[list[Text]] = []
    while rest:
        end = _page_end(rest, rows)
        pages.append(rest[:end])
        rest = rest[end:]
    return pages or [[]]


def _page_end(lines: Sequence[Text], rows: int) -> int:
    """How many of the lines go on one page."""
    if len(lines) <= rows:
        return len(lines)
    end = rows
    while end > 1 and not lines[end - 1].plain.strip():
        end -= 1
    while end > 1 and lines[end - 1].plain.rstrip().endswith((":", "：")):
        end -= 1
    is_heading = lines[end].plain.rstrip().endswith((":", "："))
    return end if end > 1 and is_heading else rows


def settlement(
    table: Table, words: Words, labels: Sequence[str], result: Result, hand: Hand | None
) -> list[Text]:
    """A finished hand: the hands laid open, and every payment explained.

    `hand` is the finished hand itself where all its tiles are known.
    """
    lines = [Text(words.say("settled", number=table.number), style="bold"), Text()]
    lines += [open_hand(table, words, seat, labels[seat]) for seat in range(SEATS)]
    lines.append(Text())
    for sentence in explain(result, labels, words.language, hand):
        style = "" if sentence.startswith(" ") else "bold"
        lines.append(Text(words.printable(sentence), style=style))
    return lines


def open_hand(table: Table, words: Words, seat: int, label: str) -> Text:
    """One seat's hand and melds in a line."""
    place = table.places[seat]
    line = Text(cells(f" {label}", 12)).append_text(hand_line(place, words))
    for meld in place.melds:
        line.append("  ").append_text(words.meld(meld))
    return line


def scores(table: Table, words: Words, labels: Sequence[str]) -> list[Text]:
    """The four scores in one line, in seat order, under their heading."""
    parts = [f"{labels[seat]} {signed(table.score(seat))}" for seat in range(SEATS)]
    heading = Text(words.say("scores"), style="bold")
    return [Text(), heading, Text("  " + words.say("separator").join(parts))]


def standings(table: Table, words: Words, labels: Sequence[str], hands: int) -> list[Text]:
    """The scores of a match in order, the most points first."""
    lines = [Text(words.say("standings", hands=hands), style="bold"), Text()]
    order = sorted(range(SEATS), key=lambda seat: -table.score(seat))
    for seat in order:
        place = 1 + sum(table.score(other) > table.score(seat) for other in range(SEATS))
        lines.append(Text(f"  {place}  {cells(labels[seat], 18)}{signed(table.score(seat)):>8}"))
    return lines


def result_of(line: Mapping[str, Any]) -> Result | None:
    """The result that a record's line tells, None where it cannot be put in words."""
    wins: list[Win] = []
    for winner in line["winners"]:
        extras = winner["extras"]
        if winner["pattern"] not in PATTERNS or winner["tile"] not in KIND_OF_CODE:
            return None
        value = Value(
            PATTERNS.index(winner["pattern"]),
            winner["fan"] - sum(extras.values()),
            extras.get("declared_ready", 0),
            extras.get("kong_flower", 0),
            extras.get("kong_shot", 0),
        )
        source = -1 if winner["source"] is None else winner["source"]
        by, tile = WIN_NAMES.index(winner["by"]), KIND_OF_CODE[winner["tile"]]
        wins.append(Win(winner["seat"], by, source, tile, value))
    chickens = line["chickens"]
    entries = tuple(
        Entry(one["from"], one["to"], one["fan"], one["points"], one["reason"], one["clause"])
        for one in line["ledger"]
        if one["fan"]
    )
    first, second, third, fourth = line["points"]
    dealer = line["next_dealer"]
    return Result(
        OUTCOME_NAMES.index(line["outcome"]),
        tuple(wins),
        FlippedTile(
            KIND_OF_CODE.get(chickens["flipped"], NO_TILE),
            KIND_OF_CODE.get(chickens["kind"], NO_TILE),
            chickens["golden"],
        ),
        tuple(line["ready"]),
        entries,
        (first, second, third, fourth),
        None if dealer is None else (dealer, line["repeats"] or 0),
    )


def why_nots(game: Game, words: Words) -> list[Text]:
    """For everything that a player might expect to be offered: that it is, or why it is not."""
    lines = [Text(words.say("why_not_title"), style="bold"), Text()]
    for claim, codes in expected_claims(game).items():
        name = words.say(f"claim_{claim}")
        for reason in refusals(game, words, codes) or [words.say("is_offered")]:
            lines.append(Text(f"  {cells(name, 8)}{reason}"))
            name = ""
    return lines


def expected_claims(game: Game) -> dict[str, list[int]]:
    """What a player might expect to be offered now, each with the codes of its actions."""
    hand = game.hand
    if hand is None:
        return {}
    if hand.phase == TURN:
        return {
            "win": [WIN],
            "kong": _own_kongs(hand, game.seat),
            "ready": [DECLARE + kind for kind in _held(hand, game.seat)],
        }
    return {"win": [WIN], "pong": [PONG], "kong": [DISCARD_KONG]}


def refusals(game: Game, words: Words, codes: Iterable[int]) -> list[str]:
    """Why none of the actions is possible, for each rule at most three times; none if one is."""
    found = [game.why_not(code) for code in codes]
    if None in found:
        return []
    told: list[str] = []
    by_rule: Counter[str] = Counter()
    not_ready = [refusal for refusal in filter(None, found) if refusal.code == DECLARE_NOT_READY]
    if len(not_ready) > 1 and len(not_ready) == len(found):
        return [words.say("no_discard_ready", clause=not_ready[0].clause)]
    for refusal in filter(None, found):
        by_rule[refusal.code] += 1
        reason = refusal.text(words.language)
        if by_rule[refusal.code] <= _MOST_REASONS and reason not in told:
            told.append(reason)
    return told


def _own_kongs(hand: Hand, seat: int) -> list[int]:
    """The kongs worth asking after: of what is held three times or ponged, or was just drawn."""
    counts = hand.hand_counts(seat)
    ponged = [meld.kind for meld in hand.melds_of(seat) if not meld.is_kong]
    codes = [CONCEALED_KONG + kind for kind in _held(hand, seat) if counts[kind] >= 3]
    codes += [ADDED_KONG + kind for kind in ponged]
    drawn = _held(hand, seat)[0] if hand.drawn == NO_TILE else hand.drawn
    return codes or [CONCEALED_KONG + drawn]


def _held(hand: Hand, seat: int) -> list[int]:
    counts = hand.hand_counts(seat)
    return [kind for kind in range(KINDS) if counts[kind]]


def waits_page(hand: Hand, table: Table, words: Words, seat: int) -> list[Text]:
    """What the person waits for, or would after each discard, with the copies not yet seen."""
    lines = [Text(words.say("waits_title"), style="bold"), Text()]
    by_discard = hand.waits_by_discard(seat)
    waits = hand.waits(seat)
    lines[1:1] = [Text(), hand_line(table.places[seat], words)]
    if not by_discard and not waits:
        return [*lines, Text("  " + words.say("not_ready"))]
    seen = table.seen(seat)
    if waits:
        lines += [_wait_line(hand, words, seat, kind, None, seen) for kind in waits]
    for discard, kinds in by_discard.items():
        lines.append(Text("  " + words.say("waits_after", tile=words.tile(CODES[discard]))))
        if hand.why_not(seat, DECLARE + discard) is None:
            lines.append(Text("    " + declared_summary(hand, words, seat, discard)))
        lines += [_wait_line(hand, words, seat, kind, discard, seen) for kind in kinds]
    return lines


def wait_summary(words: Words, kinds: Iterable[int], seen: Sequence[int]) -> str:
    """Waits in few words: each kind and how many copies are not yet seen."""
    parts = [f"{words.tile(CODES[kind])}x{COPIES - seen[kind]}" for kind in kinds]
    return " ".join(parts)


def _wait_line(
    hand: Hand, words: Words, seat: int, kind: int, discard: int | None, seen: Sequence[int]
) -> Text:
    value, on_discard = _worth(hand, seat, kind, discard, hand.has_declared(seat))
    line = Text("    ").append_text(words.coloured(CODES[kind]))
    line.append("  " + words.say("unseen", count=COPIES - seen[kind]))
    line.append("  " + words.say("worth", pattern=value.name, fan=value.fan))
    if not on_discard:
        line.append("  " + words.say("self_draw_only"), style="yellow")
    return line


def declared_summary(hand: Hand, words: Words, seat: int, discard: int) -> str:
    """What the hand would be worth with ready declared on `discard`, and what it may then win on.

    That is its fan without dealer bonus and kongs, least and most where waits differ.
    """
    waits = hand.waits_by_discard(seat)[discard]
    worth = [_worth(hand, seat, kind, discard, is_declared=True) for kind in waits]
    fans = sorted({value.fan for value, _ in worth})
    fan = str(fans[0]) if len(fans) == 1 else f"{fans[0]}-{fans[-1]}"
    everywhere = all(on_discard for _, on_discard in worth)
    return words.say("declared_anywhere" if everywhere else "declared_worth", fan=fan)


def _worth(
    hand: Hand, seat: int, kind: int, discard: int | None, is_declared: bool
) -> tuple[Value, bool]:
    """A hand completed with `kind` after `discard`; may it win on an undeclared one's discard."""
    tiles = hand.holding(seat)
    if discard is not None:
        tiles.remove(discard)
    tiles.add(kind)
    how = Circumstances(BY_DISCARD, winner_declared=is_declared)
    value = value_hand(hand.ruleset, tiles, how)
    assert value is not None, "a wait completes the hand"
    return value, not complete_hand_refusal(hand.ruleset, tiles, int(hand.bean_count[seat]), how)
