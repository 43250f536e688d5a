"""What a seat may do: turns, claims, forced wins (C-6 to C-9, C-17, G-17, G-18, G-S5, D-13, D-14).

Functions on a ``Table``; none changes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.reference import scoring
from tests.reference.scoring import Value

if TYPE_CHECKING:
    from tests.reference.table import Action, Offer, Table


def self_draw_value(table: Table) -> Value:
    """The value of the hand in turn, which holds the tile just drawn."""
    seat = table.turn
    return scoring.value(
        table.rules,
        table.counts[seat],
        table.melds[seat],
        "self_draw",
        declared=table.declared[seat],
        after_kong=table.behind_kong is not None,
        first_draw=table.draws[seat] == 1,
        dealer=seat == table.dealer,
    )


def claim_value(table: Table, seat: int, offer: Offer) -> Value:
    """The value of a seat's hand with the tile on offer."""
    full = list(table.counts[seat])
    full[offer.kind] += 1
    return scoring.value(
        table.rules,
        full,
        table.melds[seat],
        "robbed_kong" if offer.robbing else "discard",
        declared=table.declared[seat],
        from_declared=table.declared[offer.seat],
        after_kong=offer.shot_of is not None,
    )


def forced_by(table: Table, seat: int, last_four_tile: bool) -> str | None:
    """The clause that forces an allowed win on a tile, or None (D-13, D-14)."""
    if table.declared[seat] and table.rules["declared_ready_must_win"]:
        return "D-13"
    mode = table.rules["last_four_forces"]
    if mode == "drawn" and last_four_tile:
        return "D-14"
    if mode == "any" and len(table.wall) <= 4:
        return "D-14"
    return None


def may_declare(table: Table, seat: int) -> bool:
    """At the first own turn, with no own meld of any kind (G-17, D-13)."""
    return table.draws[seat] == 1 and not table.melds[seat] and not table.declared[seat]


def ready_without(table: Table, seat: int, kind: int) -> bool:
    """Whether the hand is ready once this kind is discarded."""
    less = list(table.counts[seat])
    less[kind] -= 1
    return bool(scoring.waits(table.rules, less, table.melds[seat]))


def keeps_waits(table: Table, seat: int, kind: int, form: str) -> bool:
    """Whether a kong of three of the frozen hand's tiles and a fourth keeps its waits (G-S5)."""
    frozen = list(table.counts[seat])
    if form == "concealed":
        frozen[kind] -= 1
    after = list(frozen)
    after[kind] -= 3
    melds = table.melds[seat]
    before_waits = scoring.waits(table.rules, frozen, melds)
    return before_waits == scoring.waits(table.rules, after, [*melds, (form, kind)])


def own_kongs(table: Table) -> set[Action]:
    """Concealed and added kongs right after an own draw (C-6, C-7, C-15)."""
    seat = table.turn
    counts = table.counts[seat]
    if not table.wall:
        return set()
    if table.declared[seat]:
        drawn = table.drawn
        if (
            table.rules["declared_ready_kongs"] == "if_waits_unchanged"
            and drawn is not None
            and counts[drawn] == 4
            and keeps_waits(table, seat, drawn, "concealed")
        ):
            return {("kong", "concealed", drawn)}
        return set()
    kongs: set[Action] = {("kong", "concealed", kind) for kind in range(27) if counts[kind] == 4}
    for form, kind in table.melds[seat]:
        if form == "pong" and counts[kind]:
            kongs.add(("kong", "added", kind))
    return kongs


def turn_options(table: Table) -> set[Action]:
    """The options of the seat in turn."""
    seat = table.turn
    counts = table.counts[seat]
    discards: set[Action] = {("discard", kind) for kind in range(27) if counts[kind]}
    if table.phase == "pong":
        return discards
    options: set[Action] = set()
    if self_draw_value(table)["allowed"]:
        options.add(("win",))
        if forced_by(table, seat, table.drawn_last_four):
            return options
    options |= own_kongs(table)
    if table.declared[seat]:
        assert table.drawn is not None
        return options | {("discard", table.drawn)}
    if may_declare(table, seat):
        for kind in range(27):
            if counts[kind] and ready_without(table, seat, kind):
                options.add(("ready", kind))
    return options | discards


def offered(table: Table) -> dict[int, set[Action]]:
    """The options of every seat that may claim the tile on offer."""
    assert table.offer is not None
    found = {seat: claim_options(table, seat) for seat in range(4) if seat != table.offer.seat}
    return {seat: options for seat, options in found.items() if options}


def claim_options(table: Table, seat: int) -> set[Action]:
    """What one seat may claim: wins, then pong or discard kong, and passing."""
    offer = table.offer
    assert offer is not None
    options: set[Action] = set()
    blocked = table.blocked[seat] and not offer.robbing  # G-18
    if claim_value(table, seat, offer)["allowed"] and not blocked:
        options.add(("win",))
        if forced_by(table, seat, offer.last_four):
            return options
    if not offer.robbing and table.wall:  # C-6, C-9
        counts = table.counts[seat]
        declared = table.declared[seat]
        if counts[offer.kind] >= 2 and not declared:
            options.add(("pong",))
        if counts[offer.kind] == 3 and (
            not declared
            or (
                table.rules["declared_ready_kongs"] == "if_waits_unchanged"
                and keeps_waits(table, seat, offer.kind, "discard")
            )
        ):
            options.add(("kong", "discard", offer.kind))
    if options:
        options.add(("pass",))
    return options
