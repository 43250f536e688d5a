"""Pages of text between the turns: settlement, standings, waits, why-nots, help, the log."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

from rich.text import Text

from qianma.actions import ADDED_KONG, CONCEALED_KONG, DECLARE, DISCARD_KONG, PONG, WIN
from qianma.explain import explain
from qianma.hand import Hand
from qianma.ledger import Entry
from qianma.outlook import Outlook, ReadyDiscard, Wait
from qianma.recording import OUTCOME_NAMES
from qianma.rules.chickens import FlippedTile
from qianma.rules.refusals import DECLARE_NOT_READY, Refusal
from qianma.rules.valuation import Value
from qianma.settings import PATTERNS
from qianma.settle import Result, Win
from qianma.state import NO_TILE, WIN_NAMES
from qianma.tabletop import SEATS, Place, Table
from qianma.terminal.blocks import cells, hand_line, signed, wrap
from qianma.terminal.words import Words
from qianma.tiles import CODES, KIND_OF_CODE

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


class Source(Protocol):
    """Where the pages get from what a person's own hand can do: a game here or on a server."""

    def why_nots(self, codes: Sequence[int]) -> list[Refusal | None]:
        """For each action why the person cannot carry it out now; None when it can."""

    def outlook(self, seen: Sequence[int]) -> Outlook:
        """What the person's hand waits for, having seen so many of each kind."""


def why_nots(source: Source, words: Words, place: Place, in_turn: bool) -> list[Text]:
    """For everything that a player might expect to be offered: that it is, or why it is not."""
    lines = [Text(words.say("why_not_title"), style="bold"), Text()]
    for claim, codes in expected_claims(place, in_turn).items():
        name = words.say(f"claim_{claim}")
        for reason in refusals(source, words, codes) or [words.say("is_offered")]:
            lines.append(Text(f"  {cells(name, 8)}{reason}"))
            name = ""
    return lines


def expected_claims(place: Place, in_turn: bool) -> dict[str, list[int]]:
    """What a player might expect to be offered now, each with the codes of its actions."""
    if in_turn:
        return {
            "win": [WIN],
            "kong": _own_kongs(place),
            "ready": [DECLARE + kind for kind in _held(place)],
        }
    return {"win": [WIN], "pong": [PONG], "kong": [DISCARD_KONG]}


def refusals(source: Source, words: Words, codes: Sequence[int]) -> list[str]:
    """Why none of the actions is possible, for each rule at most three times; none if one is."""
    found = source.why_nots(codes)
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


def _own_kongs(place: Place) -> list[int]:
    """The kongs worth asking after: of what is held three times or ponged, or was just drawn."""
    counts = Counter(place.hand)
    ponged = [KIND_OF_CODE[meld.tile] for meld in place.melds if meld.kind == "pong"]
    codes = [CONCEALED_KONG + kind for kind in _held(place) if counts[CODES[kind]] >= 3]
    codes += [ADDED_KONG + kind for kind in ponged]
    drawn = _held(place)[0] if place.drawn is None else KIND_OF_CODE[place.drawn]
    return codes or [CONCEALED_KONG + drawn]


def _held(place: Place) -> list[int]:
    return sorted({KIND_OF_CODE[tile] for tile in place.hand})


def waits_page(outlook: Outlook, words: Words, place: Place) -> list[Text]:
    """What the person waits for, or would after each discard, with the copies not yet seen."""
    lines = [Text(words.say("waits_title"), style="bold"), Text()]
    lines[1:1] = [Text(), hand_line(place, words)]
    if not outlook.discards and not outlook.waits:
        return [*lines, Text("  " + words.say("not_ready"))]
    lines += [_wait_line(words, wait) for wait in outlook.waits]
    for discard in outlook.discards:
        lines.append(Text("  " + words.say("waits_after", tile=words.tile(discard.tile))))
        if discard.declared:
            lines.append(Text("    " + declared_summary(words, discard)))
        lines += [_wait_line(words, wait) for wait in discard.waits]
    return lines


def wait_summary(words: Words, waits: Iterable[Wait]) -> str:
    """Waits in few words: each kind and how many copies are not yet seen."""
    return " ".join(f"{words.tile(wait.tile)}x{wait.unseen}" for wait in waits)


def _wait_line(words: Words, wait: Wait) -> Text:
    line = Text("    ").append_text(words.coloured(wait.tile))
    line.append("  " + words.say("unseen", count=wait.unseen))
    line.append("  " + words.say("worth", pattern=wait.pattern, fan=wait.fan))
    if not wait.on_discard:
        line.append("  " + words.say("self_draw_only"), style="yellow")
    return line


def declared_summary(words: Words, discard: ReadyDiscard) -> str:
    """What the hand would be worth with ready declared, and what it may then win on.

    That is its fan without dealer bonus and kongs, least and most where waits differ.
    """
    fans = sorted({wait.fan for wait in discard.declared})
    fan = str(fans[0]) if len(fans) == 1 else f"{fans[0]}-{fans[-1]}"
    everywhere = all(wait.on_discard for wait in discard.declared)
    return words.say("declared_anywhere" if everywhere else "declared_worth", fan=fan)
