"""The money of a hand.

Cites G-2 to G-6, G-10 to G-16, G-19 to G-21, G-S3, D-1, D-2, D-7, D-8, D-10 to D-12, D-15 to D-17.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.reference import scoring
from tests.reference.shapes import kind_of, tile_of

if TYPE_CHECKING:
    from tests.reference.table import Bean, Table, Winner

Entry = dict[str, Any]

YAOJI = kind_of("1s")

CLAUSES = {
    "G": {
        "self_draw": "G-19",
        "discard": "G-19",
        "robbed_kong": "G-16",
        "declared_ready": "G-17",
        "kong_flower": "G-22",
        "kong_shot": "G-S3",
        "dealer_bonus": "G-20",
        "bean": "G-10",
        "bean_refund": "G-6",
        "kong_transfer": "G-S3",
        "ready_check": "G-6",
        "flower_pig": "D-16",
        "leaving": "D-17",
    },
    "D": {
        "self_draw": "D-11",
        "discard": "D-11",
        "robbed_kong": "D-10",
        "declared_ready": "D-13",
        "kong_flower": "D-12",
        "kong_shot": "D-12",
        "dealer_bonus": "D-2",
        "bean": "D-7",
        "bean_refund": "D-8",
        "kong_transfer": "D-12",
        "ready_check": "D-15",
        "flower_pig": "D-16",
        "leaving": "D-17",
    },
}


def clause(table: Table, what: str) -> str:
    """The clause a payment rests on."""
    return CLAUSES[table.rules["game"]][what]


def entry(table: Table, payer: int, to: int, fan: int, reason: str, law: str) -> list[Entry]:
    """One ledger entry in a list, or none for 0 (C-14, G-21, D-3)."""
    if fan == 0:
        return []
    points = fan * table.rules["base"]
    return [
        {"from": payer, "to": to, "fan": fan, "points": points, "reason": reason, "clause": law}
    ]


def others(seat: int) -> list[int]:
    """The other three, in turn order."""
    return [(seat + step) % 4 for step in (1, 2, 3)]


def dealer_bonus(table: Table, one: int, other: int) -> int:
    """Fan more when one of the two deals (G-20, D-2)."""
    if table.dealer not in (one, other):
        return 0
    bonus: dict[str, int] = table.rules["dealer_bonus"]
    return bonus["dealing"] + bonus["repeat"] * table.repeats


def bean_entries(table: Table, bean: Bean) -> list[Entry]:
    """What a kong brings in (G-10, D-7)."""
    law = clause(table, "bean")
    entries: list[Entry] = []
    for payer in bean.payers():
        entries += entry(table, payer, bean.seat, bean.fan, f"{bean.form}_kong", law)
    return entries


def is_ready(table: Table, seat: int) -> bool:
    """Whether a hand with no tile too many waits for something (C-12, D-16)."""
    return bool(scoring.waits(table.rules, table.counts[seat], table.melds[seat]))


def win_entries(table: Table, winner: Winner) -> list[Entry]:
    """The payment for one win (G-16, G-19, G-20, D-10, D-11)."""
    seat = winner.seat
    if winner.by == "self_draw":
        shares = [(payer, payer) for payer in others(seat)]
    else:
        assert winner.source is not None
        source = winner.source
        if winner.by == "robbed_kong" and table.rules["robbed_kong"] == "pays_for_all":
            shares = [(source, share) for share in others(seat)]
        else:
            shares = [(source, source)]
    pattern = winner.value["pattern"]
    assert pattern is not None
    entries: list[Entry] = []
    for payer, share in shares:
        fan = table.rules["patterns"][pattern]
        entries += entry(table, payer, seat, fan, "win", clause(table, winner.by))
        for name, extra in winner.value["extras"].items():
            entries += entry(table, payer, seat, extra, name, clause(table, name))
        bonus = dealer_bonus(table, share, seat)
        entries += entry(table, payer, seat, bonus, "dealer_bonus", clause(table, "dealer_bonus"))
    return entries


def flipped_chicken(table: Table) -> tuple[int | None, int | None, bool]:
    """The turned-over tile, the chicken it makes, whether yaoji is golden (G-12, G-14)."""
    chickens = table.rules["chickens"]
    if not chickens["flipped"] or not table.wall:
        return None, None, False
    flipped = table.wall[0]
    kind = flipped - 8 if flipped % 9 == 8 else flipped + 1
    golden = bool(kind == YAOJI and chickens["yaoji"] and chickens["golden"])
    return flipped, kind, golden


def chicken_worths(table: Table) -> dict[int, int]:
    """The chicken kinds and what one of each is worth (G-12 to G-14)."""
    _, kind, golden = flipped_chicken(table)
    worths: dict[int, int] = {}
    if table.rules["chickens"]["yaoji"]:
        worths[YAOJI] = 2 if golden else 1
    if kind is not None and kind not in worths:
        worths[kind] = 1
    return worths


def tiles_owned(table: Table, seat: int) -> list[int]:
    """Counts of hand, melds and own discards, with the tile won on (G-13)."""
    own = list(table.counts[seat])
    for form, kind in table.melds[seat]:
        own[kind] += 3 if form == "pong" else 4
    for kind in table.discards[seat]:
        own[kind] += 1
    for winner in table.winners:
        if winner.seat == seat and winner.by != "self_draw":
            own[winner.kind] += 1
    return own


def chicken_entries(table: Table, receives: list[bool]) -> list[Entry]:
    """Chickens, charge chicken, responsible chicken (G-13 to G-15)."""
    chickens = table.rules["chickens"]
    worths = chicken_worths(table)
    entries: list[Entry] = []
    for seat in range(4):
        if receives[seat]:
            own = tiles_owned(table, seat)
            fan = sum(own[kind] * worth for kind, worth in worths.items())
            for payer in others(seat):
                entries += entry(table, payer, seat, fan, "chicken", "G-13")
    first = table.first_yaoji
    if first is None or first.won:
        return entries
    if first.claimer is None:
        if chickens["charge"] and receives[first.seat]:
            for payer in others(first.seat):
                fan = worths.get(YAOJI, 0)
                entries += entry(table, payer, first.seat, fan, "charge_chicken", "G-15")
    elif chickens["responsible"] and receives[first.claimer]:
        entries += entry(table, first.seat, first.claimer, 1, "responsible_chicken", "G-15")
    return entries


def settle_win(table: Table) -> list[Entry]:
    """Everything paid when somebody has won, beans paid at once apart (G-11)."""
    entries: list[Entry] = []
    for winner in table.winners:
        entries += win_entries(table, winner)
    winning = {winner.seat for winner in table.winners}
    receives = [
        not table.rules["settle_only_ready"] or seat in winning or is_ready(table, seat)
        for seat in range(4)
    ]
    bean_receives = list(receives)
    shot = table.offer.shot_of if table.offer else None
    if shot is not None:
        mode = table.rules["kong_shot"]
        if mode == "void_kong":
            shot.void = True
        elif mode == "burn":
            receives[shot.seat] = False
            bean_receives[shot.seat] = False
        elif mode == "transfer":
            brought = shot.fan * len(shot.payers())
            law = clause(table, "kong_transfer")
            for winner in table.winners:
                entries += entry(table, shot.seat, winner.seat, brought, "kong_transfer", law)
    if table.rules["bean_timing"] == "at_win":
        for bean in table.beans:
            if not bean.void and bean_receives[bean.seat]:
                entries += bean_entries(table, bean)
    return entries + chicken_entries(table, receives)


def refunds(table: Table, seats: list[int]) -> list[Entry]:
    """What these seats received for own beans, given back to those who paid (D-8)."""
    entries: list[Entry] = []
    law = clause(table, "bean_refund")
    for bean in table.beans:
        if bean.seat in seats:
            for payer in bean.payers():
                entries += entry(table, bean.seat, payer, bean.fan, "bean_refund", law)
    return entries


def check_worths(table: Table) -> list[int | None]:
    """The most fan each hand could be, None when not ready (G-6, D-15)."""
    worths: list[int | None] = []
    for seat in range(4):
        counts = list(table.counts[seat])
        if sum(counts) % 3 == 2 and table.declared[seat] and table.drawn is not None:
            counts[table.drawn] -= 1  # D-17: a declared hand discards what it drew
        worth = scoring.hand_worth(table.rules, counts, table.melds[seat], table.declared[seat])
        worths.append(worth)
    return worths


def check_fan(table: Table, payer: int, to: int, worth: int) -> int:
    """One payment of a ready check, dealer bonus only by a setting (G-6, D-15)."""
    if table.rules["dealer_bonus_at_ready_check"]:
        return worth + dealer_bonus(table, payer, to)
    return worth


def settle_exhausted(table: Table, worths: list[int | None]) -> list[Entry]:
    """Ready check, flower pigs, beans given back (G-6, D-8, D-15, D-16)."""
    rules = table.rules
    entries: list[Entry] = []
    pigs = [
        seat
        for seat in range(4)
        if scoring.is_flower_pig(rules, table.counts[seat], table.melds[seat])
    ]
    unready = [seat for seat in range(4) if worths[seat] is None]
    law = clause(table, "ready_check")
    for payer in unready:
        for seat in range(4):
            worth = worths[seat]
            if worth is not None and payer not in pigs:
                fan = check_fan(table, payer, seat, worth)
                entries += entry(table, payer, seat, fan, "ready_check", law)
    for pig in pigs:
        for seat in range(4):
            if seat not in pigs:
                entries += entry(
                    table,
                    pig,
                    seat,
                    rules["penalty_fan"],
                    "flower_pig",
                    clause(table, "flower_pig"),
                )
    if rules["bean_timing"] == "at_once":
        back = unready if rules["beans_when_exhausted"] == "refund_if_not_ready" else [0, 1, 2, 3]
        entries += refunds(table, back)
    return entries


def settle_left(table: Table) -> list[Entry]:
    """What the one who left pays (D-17)."""
    leaver = table.leaver
    assert leaver is not None
    penalty: int = table.rules["penalty_fan"]
    flat = dict.fromkeys(others(leaver), penalty)
    paid = flat
    if len(table.wall) <= 4:
        worths = check_worths(table)
        ready = {
            seat: check_fan(table, leaver, seat, worth)
            for seat in others(leaver)
            if (worth := worths[seat]) is not None
        }
        if sum(ready.values()) > sum(flat.values()):
            paid = ready
    entries: list[Entry] = []
    for seat, fan in paid.items():
        entries += entry(table, leaver, seat, fan, "leaving", clause(table, "leaving"))
    return entries


def next_dealer(table: Table) -> tuple[int | None, int | None]:
    """The next dealer and that hand's repeats (G-2 to G-5, D-1)."""
    if table.outcome == "left":
        return None, None
    if table.outcome == "exhausted":
        return table.dealer, table.repeats + 1
    seats = [winner.seat for winner in table.winners]
    source = table.winners[0].source
    if len(seats) == 1:
        new = seats[0]
    elif len(seats) == 2 and table.rules["two_winners_deal"] == "first_from_dealer":
        new = min(seats, key=lambda seat: (seat - table.dealer) % 4)
    else:
        assert source is not None
        new = source
    return new, table.repeats + 1 if new == table.dealer else 0


def result(table: Table) -> dict[str, Any]:
    """The result line of a record (without its ``type``)."""
    entries = list(table.ledger)
    ready: list[int] = []
    flipped: int | None = None
    kind: int | None = None
    golden = False
    if table.outcome == "win":
        entries += settle_win(table)
        flipped, kind, golden = flipped_chicken(table)
    elif table.outcome == "exhausted":
        worths = check_worths(table)
        ready = [seat for seat in range(4) if worths[seat] is not None]
        entries += settle_exhausted(table, worths)
    else:
        entries += settle_left(table)
    points = [0, 0, 0, 0]
    for line in entries:
        points[line["from"]] -= line["points"]
        points[line["to"]] += line["points"]
    dealer, repeats = next_dealer(table)
    return {
        "outcome": table.outcome,
        "winners": [
            {
                "seat": winner.seat,
                "by": winner.by,
                "source": winner.source,
                "tile": tile_of(winner.kind),
                "pattern": winner.value["pattern"],
                "fan": winner.value["fan"],
                "extras": winner.value["extras"],
            }
            for winner in table.winners
        ],
        "chickens": {
            "flipped": None if flipped is None else tile_of(flipped),
            "kind": None if kind is None else tile_of(kind),
            "golden": golden,
        },
        "ready": ready,
        "ledger": entries,
        "points": points,
        "next_dealer": dealer,
        "repeats": repeats,
    }
