"""Where programs go wrong about what is hidden and about walls, each as a whole kind of fault."""

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from qianma import walls
from qianma.actions import ACTIONS
from qianma.chance import Chance, player_chances
from qianma.check import check
from qianma.hand import Hand
from qianma.match import Match
from qianma.players import make_player
from qianma.record import AnyLine, encode_line
from qianma.recording import (
    event_lines,
    hand_line,
    result_line,
    result_object,
    ruleset_keys,
)
from qianma.ruleset import load
from qianma.selfplay import play_hand
from qianma.settle import Result
from qianma.simulate import Unit, run_unit
from qianma.state import EXHAUSTED
from qianma.tiles import CODES
from qianma.view import OMNISCIENT, SPECTATOR, view, views
from tests.positions import walk
from tests.scenes import PAIRS, scene_of_claims, scene_of_robbery, win

RULESETS = ("guiyang", "guiyang-street", "duyun", "duyun-huazhu")
VIEWERS: tuple[int | str, ...] = (0, 1, 2, 3, SPECTATOR)

ENTRY = {"from": 0, "to": 1, "fan": 1, "points": 6, "reason": "win", "clause": "D-11"}
DEAL = [["1m"] * 13, ["2m"] * 13, ["3m"] * 13, ["4m"] * 13]
SAMPLES: dict[str, dict[str, Any]] = {
    "match": {
        "version": 1, "ruleset": "duyun", "settings": {"base": 1}, "hands": 4,
        "players": [{"name": "a", "kind": "person"}] * 4, "rules_revision": 1,
    },
    "hand": {
        "ruleset": "duyun", "settings": {}, "number": 1, "dealer": 2, "repeats": 0,
        "dice": [1, 2], "deal": DEAL, "wall": ["5m"] * 56,
        "generator": "shake256-1", "commitment": "00", "contributions": ["", "", "", ""],
    },
    "draw": {"seat": 2, "tile": "5m", "end": "tail"},
    "discard": {"seat": 2, "tile": "5m", "ready": True},
    "pong": {"seat": 2, "source": 1, "tile": "5m"},
    "kong": {"seat": 2, "kind": "discard", "tile": "5m", "source": 1},
    "win": {"seat": 2, "by": "discard", "tile": "5m", "source": 1},
    "pass": {"seat": 2, "declined": ["win", "pong"]},
    "payment": {"entries": [ENTRY]},
    "exhausted": {},
    "leave": {"seat": 2},
    "result": {
        "outcome": "win", "winners": [], "chickens": {"flipped": "1m", "kind": "2m"},
        "ready": [], "ledger": [ENTRY], "points": [0, 0, 0, 0], "next_dealer": 1, "repeats": 0,
        "hands": DEAL,
    },
    "reveal": {"key": "00" * 32},
}  # fmt: skip
"""A line of every type, with every key that the format names."""


def shown(kind: str, viewer: int | str) -> dict[str, Any] | None:
    """What a viewer may see of a sample, by the rules: C-16, and that a pass is nobody's affair."""
    line = {"type": kind, **SAMPLES[kind]}
    mine = viewer == 2
    if kind == "draw" and not mine:
        line["tile"] = "?"
    if kind == "pass" and not mine:
        return None
    if kind == "hand":
        line["deal"] = [DEAL[seat] if seat == viewer else ["?"] * 13 for seat in range(4)]
        line["wall"] = ["?"] * 56
    return line


def test_every_type_of_line_has_a_sample() -> None:
    types = {one.__struct_config__.tag for one in get_args(AnyLine)}
    assert set(SAMPLES) == types


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("kind", SAMPLES)
def test_each_viewer_sees_of_each_line_what_is_open_and_no_more(
    kind: str, viewer: int | str
) -> None:
    """Keys that the format does not name stay inside, whatever they are called."""
    unknown = {
        "seed": 7,
        "match": 3,
        "secret": "5m",
        "position": 4,
        "options": ["win"],
        "wall2": [],
    }
    line = {"type": kind, "at": "2026-01-01T00:00:00Z", **SAMPLES[kind], **unknown}
    before = json.dumps(line)
    expected = shown(kind, viewer)
    if expected is not None:
        expected["at"] = line["at"]
    assert view(line, viewer) == expected
    assert json.dumps(line) == before, "the line itself is not touched"


@pytest.mark.parametrize("kind", SAMPLES)
def test_the_omniscient_viewer_sees_everything(kind: str) -> None:
    line = {"type": kind, **SAMPLES[kind], "seed": 7}
    assert view(line, OMNISCIENT) == line


@pytest.mark.parametrize("viewer", [-1, 4, -4, None, True, False, "", "0", "spectators", 1.0])
@pytest.mark.parametrize("kind", SAMPLES)
def test_nobody_else_is_a_viewer(kind: str, viewer: Any) -> None:
    """A spectator as seat -1 would read the last seat's tiles."""
    with pytest.raises(ValueError, match="is no viewer"):
        view({"type": kind, **SAMPLES[kind]}, viewer)


def test_a_line_of_an_unknown_type_is_not_shown() -> None:
    with pytest.raises(ValueError, match="is no type of line"):
        view({"type": "options", "seat": 1}, 1)


def lines_of(hand: Hand) -> list[dict[str, Any]]:
    return [{**hand_line(hand, 1), **ruleset_keys(hand.ruleset)}, *event_lines(hand)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_a_viewer_sees_does_not_depend_on_what_is_hidden(ruleset: str) -> None:
    """Other tiles in others' hands, in others' draws and in the wall: the same view, byte for byte.

    Nothing that is computed from them can have leaked then, no matter how.
    """
    chance = random.Random(3)
    for seed in range(12):
        *_, hand = walk(ruleset, seed)
        for viewer in VIEWERS:
            lines = lines_of(hand)
            changed = [otherwise(line, viewer, chance) for line in lines]
            assert changed != lines
            assert list(views(changed, viewer)) == list(views(lines, viewer))


def otherwise(line: dict[str, Any], viewer: int | str, chance: random.Random) -> dict[str, Any]:
    """The line with every tile replaced that the viewer may not see."""
    if line["type"] == "draw" and line["seat"] != viewer:
        return {**line, "tile": chance.choice(CODES)}
    if line["type"] == "hand":
        deal = [
            tiles if seat == viewer else chance.choices(CODES, k=len(tiles))
            for seat, tiles in enumerate(line["deal"])
        ]
        return {**line, "deal": deal, "wall": chance.choices(CODES, k=len(line["wall"]))}
    return line


@pytest.mark.parametrize("ruleset", RULESETS)
def test_before_the_end_only_melds_and_discards_show_others_tiles(ruleset: str) -> None:
    for seed in range(12):
        *_, hand = walk(ruleset, seed)
        for viewer in VIEWERS:
            for line in views(lines_of(hand), viewer):
                assert set(line) <= {"seq", "type"} | set(SAMPLES[line["type"]])
                if line["type"] == "draw":
                    assert (line["tile"] == "?") == (line["seat"] != viewer)


def test_no_line_of_play_tells_which_copy_or_place_a_tile_has() -> None:
    """Tiles are kinds: whether it was just drawn or held before does not show in a discard."""
    keys = {"draw": {"seat", "tile", "end"}, "discard": {"seat", "tile", "ready"}}
    for seed in range(20):
        *_, hand = walk("duyun", seed)
        for line in event_lines(hand):
            assert set(line) - {"type"} <= keys.get(line["type"], set(line))
            if "tile" in line:
                assert line["tile"] in CODES


def test_hidden_lines_leave_no_gap_in_a_viewers_numbers() -> None:
    play = [{"type": kind, **SAMPLES[kind]} for kind in ("draw", "discard", "pass", "draw", "pass")]
    for viewer in VIEWERS:
        numbers = [line["seq"] for line in views(play, viewer)]
        assert numbers == list(range(5 if viewer == 2 else 3))
    # A history with others' passes and one without cannot be told apart.
    quiet = [line for line in play if line["type"] != "pass"]
    assert list(views(play, 0)) == list(views(quiet, 0))


def test_the_turned_over_tile_is_nowhere_before_the_result() -> None:
    for seed in range(20):
        *_, hand = walk("guiyang", seed)
        for line in views(lines_of(hand), SPECTATOR):
            assert "chickens" not in line


def shuffle_by_hand(key: bytes, hand: int, contributions: list[bytes]) -> tuple[Any, ...]:
    """The generator shake256-1 by its description: first dealer, dice, physical wall."""
    label = b"qianma wall 1" + bytes([0]) + key + b"".join(contributions) + hand.to_bytes(4, "big")
    stream = iter(hashlib.shake_256(label).digest(5000))

    def below(bound: int) -> int:
        while (byte := next(stream)) >= 256 - 256 % bound:
            pass
        return byte % bound

    dealer = below(4) if hand == 1 else None
    dice = (below(6) + 1, below(6) + 1)
    tiles = [kind for kind in range(27) for _ in range(4)]
    for place in reversed(range(1, 108)):
        other = below(place + 1)
        tiles[place], tiles[other] = tiles[other], tiles[place]
    return dealer, dice, tuple(tiles)


@pytest.mark.parametrize("contributions", [[b""] * 4, [b"a", b"", b"\x00\xff", b"dd"]])
def test_the_generator_is_the_one_described(contributions: list[bytes]) -> None:
    for seed in range(12):
        text = b"qianma seed 1\x00" + str(seed).encode() + b"\x00" + str(seed + 5).encode()
        key = hashlib.sha256(text).digest()
        assert walls.seed_key(seed, seed + 5) == key
        assert walls.commitment(key) == hashlib.sha256(b"qianma commit 1\x00" + key).hexdigest()
        for number in (1, 2, 3, 255, 256, 70_000):
            made = walls.shuffle(key, number, contributions)
            expected = shuffle_by_hand(key, number, contributions)
            assert (made.first_dealer, made.dice, tuple(made.tiles)) == expected


def test_no_two_walls_are_equal() -> None:
    """Over seeds, matches and the hands of a match."""
    seen: dict[bytes, tuple[int, int, int]] = {}
    for seed in range(8):
        for match in range(1, 5):
            key = walls.seed_key(seed, match)
            for number in range(1, 17):
                tiles = walls.shuffle(key, number).tiles
                assert tiles not in seen
                seen[tiles] = (seed, match, number)
    assert len(seen) == 8 * 4 * 16


def test_the_seed_matters_for_every_hand() -> None:
    for number in range(1, 33):
        made = {walls.shuffle(walls.seed_key(seed, 1), number).tiles for seed in range(10)}
        assert len(made) == 10


def test_all_dice_and_all_places_come_up() -> None:
    """Every die shows every number, and a tile may lie anywhere, in the first hand and later."""
    for number in (1, 2):
        made = [walls.shuffle(walls.seed_key(seed, 1), number) for seed in range(600)]
        assert {one.dice for one in made} == {(a, b) for a in range(1, 7) for b in range(1, 7)}
        for place in (0, 53, 107):
            assert {one.tiles[place] for one in made} == set(range(27))


def test_a_dealer_who_stays_gets_a_new_wall() -> None:
    stayed = 0
    for seed in range(15):
        match = Match("guiyang", hands=8)
        key = walls.seed_key(seed, 1)
        last: tuple[int, tuple[bytes, ...], bytes] | None = None
        while not match.is_over:
            hand = match.start(walls.shuffle(key, match.number))
            now = (hand.dealer, tuple(hand.deal), hand.wall)
            if last is not None and last[0] == hand.dealer:
                stayed += 1
                assert last[1:] != now[1:]
            last = now
            play_hand(hand, [make_player("tsumogiri")] * 4, [Chance(0)] * 4)
            match.finish()
    assert stayed > 50


def drawing_order(line: dict[str, Any]) -> list[str]:
    """The 108 tiles of a hand line in the order they lie from the break (C-4), whoever deals."""
    order: list[str] = []
    taken = [0, 0, 0, 0]
    for block in (4, 4, 4, 1):
        for step in range(4):
            seat = (line["dealer"] + step) % 4
            order += line["deal"][seat][taken[seat] : taken[seat] + block]
            taken[seat] += block
    return [*order, *line["wall"]]


def recorded(tmp_path: Path, players: tuple[str, str, str, str], seed: int) -> list[dict[str, Any]]:
    folder = tmp_path / "-".join(players)
    folder.mkdir(exist_ok=True)
    run_unit(Unit(load("duyun"), seed, 1, 6, players, str(folder)))
    text = (folder / "000001.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_players_random_draws_do_not_move_the_wall(tmp_path: Path) -> None:
    """The same seed with other players: dice and walls of all hands are the same."""
    for seed in range(3):
        found = set()
        for players in (
            ("random", "random", "random", "random"),
            ("tsumogiri", "tsumogiri", "tsumogiri", "tsumogiri"),
            ("greedy", "random", "greedy", "tsumogiri"),
        ):
            hands = [line for line in recorded(tmp_path, players, seed) if line["type"] == "hand"]
            found.add(json.dumps([(line["dice"], drawing_order(line)) for line in hands]))
            assert len(hands) == 6
        assert len(found) == 1


def test_a_players_own_stream_is_another_one() -> None:
    """Not the wall's bytes under another name, and another one for each hand and seat."""
    key = walls.seed_key(1, 1)
    streams: list[Chance | walls.Stream] = []
    for hand in (1, 2, 3):
        streams += player_chances(key, hand)
    streams += [walls.Stream(b"qianma wall 1\0" + key + n.to_bytes(4, "big")) for n in (1, 2, 3)]
    starts = {tuple(stream.below(256) for _ in range(16)) for stream in streams}
    assert len(starts) == len(streams)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_replay_is_live_play_to_the_very_end_of_the_wall(ruleset: str) -> None:
    exhausted = 0
    for seed in range(25):
        *_, hand = walk(ruleset, seed, leaving=seed % 5 == 0)
        exhausted += hand.outcome == EXHAUSTED
        assert replayed(hand) == [hand.result()]
    assert exhausted > 5


def replayed(hand: Hand) -> list[Result]:
    lines = [*lines_of(hand), result_line(hand)]
    report = check(b"".join(encode_line(line) for line in lines))
    assert report.fault is None, report.fault
    return report.results


def several_winners() -> Iterator[Hand]:
    waiting = dict(enumerate(PAIRS, start=1))
    for winners in [(1,), (2, 3), (1, 3), (1, 2, 3)]:
        for ruleset in ("guiyang", "duyun"):
            hand = scene_of_claims(ruleset, waiting, 0, "6m")
            win(hand, *winners)
            yield hand
            hand = scene_of_robbery(ruleset, (1, 2, 3))
            win(hand, *winners)
            yield hand


def test_records_tell_several_winners_and_robbed_kongs() -> None:
    for hand in several_winners():
        (result,) = replayed(hand)
        assert result == hand.result()
        assert [entry.seat for entry in result.wins] == [
            seat for seat in range(4) if hand.winners >> seat & 1
        ]
        assert result_object(result)["winners"][0]["source"] == 0


def test_a_refusal_does_not_tell_what_another_player_drew() -> None:
    hand = Hand.from_key("duyun", walls.seed_key(1, 1))
    hand.draw()
    for seat in range(4):
        for code in range(len(ACTIONS)):
            reason = hand.why_not(seat, code)
            if reason is not None and seat != hand.turn:
                assert "drawn_tile" not in dict(reason.facts)
