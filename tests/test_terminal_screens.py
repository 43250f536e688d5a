"""Screens and pages: nothing leaves 80 columns and 24 rows, and nothing a player needs is lost."""

import itertools
import random
import re
from collections.abc import Sequence
from typing import Any

import pytest
from rich.cells import cell_len
from rich.text import Text

from qianma import load_ruleset, ruleset_names
from qianma.actions import (
    ACTIONS,
    CONCEALED_KONG,
    DECLARE,
    DISCARD_KONG,
    PASS,
    PONG,
    WIN,
)
from qianma.chance import Chance
from qianma.hand import Hand
from qianma.messages import LANGUAGES
from qianma.outlook import outlook
from qianma.players.greedy import Greedy
from qianma.settle import Result
from qianma.state import NO_TILE
from qianma.tabletop import Discard, Place, Table, TableMeld
from qianma.terminal import pages
from qianma.terminal.blocks import cells, hand_box, header, river_lines, seat_line, wrap
from qianma.terminal.deciding import Deciding
from qianma.terminal.device import Device
from qianma.terminal.game import Game
from qianma.terminal.playing import Playing
from qianma.terminal.screens import HEIGHT, WIDTH, Prompt, Scene, play_screen, replay_screen
from qianma.terminal.stage import TILE_KEYS, Stage
from qianma.terminal.words import Words
from qianma.tiles import CODES, KINDS, tiles_of
from tests.scenes import declare, discard, draw, pass_all, pong, scene, turns, win
from tests.terminal_tools import drop, play_at_random

STYLES = [*(Words(language) for language in LANGUAGES), Words("en", boxes=False)]
NAMES = ("Right", "Across", "Left", "You")
FULL_NAMES = ("a name that is far too long for its column", "right greedy", "", "x")
CHINESE_NAMES = ("对家名字实在太长，放不下的", "上家 greedy", "\u3000", "")


def fits(lines: Sequence[Text], width: int = WIDTH, height: int = HEIGHT) -> None:
    assert len(lines) <= height
    for line in lines:
        assert cell_len(line.plain) <= width, line.plain
        assert "\n" not in line.plain


def is_ascii(lines: Sequence[Text]) -> bool:
    return all(line.plain.isascii() for line in lines)


def random_place(chance: random.Random, melds: int, river: int) -> Place:
    """A place as full as it can be, whatever game could lead to it."""
    kinds = ("pong", "concealed", "added", "discard")
    hand = sorted(chance.choices(CODES, k=14 - 3 * melds), key=CODES.index)
    return Place(
        hand,
        [TableMeld(chance.choice(kinds), chance.choice(CODES)) for _ in range(melds)],
        [Discard(chance.choice(CODES), chance.random() < 0.1) for _ in range(river)],
        chance.random() < 0.5,
        chance.choice(hand) if chance.random() < 0.7 else None,
        chance.choice(CODES) if chance.random() < 0.2 else None,
    )


def random_table(seed: int) -> Table:
    chance = random.Random(seed)
    return Table(
        ruleset="guiyang-street",
        hands=chance.choice([None, 1, 1000]),
        number=chance.choice([1, 16, 1000]),
        dealer=chance.randrange(4),
        repeats=chance.choice([0, 1, 12, 999]),
        dice=(6, 6),
        wall=chance.randrange(57),
        places=[
            random_place(chance, chance.randrange(5), chance.choice([0, 1, 15, 16, 26, 40]))
            for _ in range(4)
        ],
        points=[chance.choice([0, -3, 288, -12345, 99999]) for _ in range(4)],
        turn=chance.choice([None, 0, 3]),
        latest=chance.choice([None, 0, 1, 2, 3]),
    )


@pytest.mark.parametrize("words", STYLES, ids=str)
@pytest.mark.parametrize("size", [(80, 24), (80, 25), (100, 30), (200, 60)])
def test_any_table_fits_the_screen_of_play(words: Words, size: tuple[int, int]) -> None:
    long = words.say("leave_costs", fan=999, points=2_997_000_000)
    for seed in range(150):
        chance = random.Random(seed)
        table = random_table(seed)
        labels = [words.say(key) for key in ("you", "right", "across", "left")]
        names = CHINESE_NAMES if words.chinese else FULL_NAMES
        scene = Scene(table, words, 0, labels, names, "a game with quite a long name " * 2)
        keys = list(zip(TILE_KEYS, table.places[0].hand, strict=False))
        events = [words.say("event_pong", who=labels[1], tile="5m", source=labels[2])] * 9
        prompt = Prompt(
            keys, {"5m"}, [long] * chance.randrange(4), [Text("choice " * chance.randrange(1, 40))]
        )
        lines = play_screen(scene, events, prompt, size)
        fits(lines, *size)
        assert words.boxes or is_ascii(lines)


@pytest.mark.parametrize("words", STYLES, ids=str)
@pytest.mark.parametrize("rules", ruleset_names())
def test_the_header_loses_nothing_but_some_of_the_title(rules: str, words: Words) -> None:
    """Hand, dealer, repeats, dice and wall are whole at 80 columns; the title gives way first."""
    title = load_ruleset(rules).title(words.language)
    labels = [words.say(key) for key in ("you", "right", "across", "left")]
    for number, repeats, dealer in itertools.product(range(1, 100), range(13), range(4)):
        table = Table(hands=(None, 99, 1000)[number % 3], number=number, repeats=repeats)
        table.dealer, table.dice, table.wall = dealer, (6, number % 6 + 1), number % 57
        line = header(table, words, labels, title, WIDTH)
        assert line.cell_len == WIDTH - 1
        shown = line.plain.replace(title, "") if title in line.plain else line.plain
        hands = f"{number}" if table.hands is None else f"{number}/{table.hands}"
        given = re.findall(r"[\d/+]+", shown)
        assert given == [hands, str(repeats), f"6+{number % 6 + 1}", str(number % 57)]
        assert labels[dealer] in shown
        assert line.plain.endswith(words.say("wall", count=table.wall))
        if title not in line.plain:
            start, ellipsis, _ = line.plain.partition("…" if words.boxes else "...")
            assert ellipsis
            assert title.startswith(start.strip())
            assert len(start.strip()) >= 8, "the game can still be told"


@pytest.mark.parametrize("words", STYLES, ids=str)
def test_any_table_fits_the_screen_of_the_replay(words: Words) -> None:
    for seed in range(150):
        table = random_table(seed)
        labels = [words.say("viewer_seat", seat=seat) for seat in range(4)]
        names = CHINESE_NAMES if words.chinese else FULL_NAMES
        scene = Scene(table, words, seed % 4, labels, names, "title")
        below = [Text("notice " * (seed % 50)), Text("keys")]
        lines = replay_screen(scene, "event " * (seed % 70), below)
        fits(lines)
        assert words.boxes or is_ascii(lines)


@pytest.mark.parametrize("words", STYLES, ids=str)
def test_however_long_the_notices_are_the_hand_and_the_choices_stay(words: Words) -> None:
    table = random_table(1)
    table.places[0] = random_place(random.Random(1), 0, 20)
    keys = list(zip(TILE_KEYS, table.places[0].hand, strict=True))
    choices = [Text("first choice"), Text("second choice")]
    scene = Scene(table, words, 0, NAMES, NAMES, "title")
    lines = play_screen(
        scene, ["event"], Prompt(keys, notices=["much to say " * 60], choices=choices)
    )
    assert [line.plain for line in lines[-2:]] == ["first choice", "second choice"]
    shown = "\n".join(line.plain for line in lines)
    assert all(f" {key} " in shown for key in TILE_KEYS)
    for name in NAMES:
        assert name in shown


@pytest.mark.parametrize("words", STYLES, ids=str)
def test_of_many_notices_the_latest_are_shown(words: Words) -> None:
    table = random_table(1)
    table.places[0] = random_place(random.Random(1), 0, 13)
    keys = list(zip(TILE_KEYS, table.places[0].hand, strict=False))
    scene = Scene(table, words, 0, NAMES, NAMES, "title")
    said = [f"notice {number}" for number in range(30)]
    lines = play_screen(scene, ["event"], Prompt(keys, notices=said, choices=[Text("choice")]))
    shown = [line.plain.strip() for line in lines if "notice" in line.plain]
    assert shown == [f"! {notice}" for notice in said[-len(shown) :]]
    assert shown


class Asked(Device):
    """A device that keeps what it is asked to show and answers with keys at random."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.has_screen = True
        self.frames: list[list[Text]] = []
        self._chance = random.Random(seed)

    @property
    def size(self) -> tuple[int, int]:
        return WIDTH, HEIGHT

    def show(self, draw: Any) -> None:
        self.frames.append(list(draw()))

    def key(self, hint: str = "") -> str:
        keys = [*TILE_KEYS, *"wpkr?tlhynxz12", "enter", "space", "escape"]
        chosen: str = self._chance.choice(keys)
        return chosen

    def forget_keys(self) -> None:
        pass

    def pause(self, seconds: float) -> bool:
        return False


@pytest.mark.parametrize("words", STYLES, ids=str)
@pytest.mark.parametrize("rules", ruleset_names())
def test_every_screen_of_a_match_with_keys_at_random_fits(words: Words, rules: str) -> None:
    device = Asked(len(rules))
    lines: list[dict[str, Any]] = []
    opponents = ("greedy", "random", "greedy")
    game = Game(load_ruleset(rules), 1, opponents, lines.extend, 2, len(rules))
    Playing(game, device, words, opponents, 0).run()
    assert game.is_over, "keys at random do end a match"
    assert len(device.frames) > 50
    for frame in device.frames:
        fits(frame)
        assert words.boxes or is_ascii(frame)


class AsGreedy(Asked):
    """Presses the keys of what the built-in player `greedy` would do.

    `told` counts the screens on which a complete hand that may not win is told why.
    """

    game: Game
    told = 0

    def show(self, draw: Any) -> None:
        super().show(draw)
        refused = self.game.complete_but_refused()
        shown = self._shown()
        if refused is not None and " wall " in shown:
            self.told += 1
            assert refused.text() in shown

    def _shown(self) -> str:
        return " ".join(line.plain.strip() for line in self.frames[-1])

    def key(self, hint: str = "") -> str:
        hand, shown = self.game.hand, self._shown()
        if "Page " in shown:
            return "space"
        assert hand is not None
        code = Greedy().choose(hand, 0, self.game.codes(), Chance(1))
        plain = {WIN: "w", PASS: "x", PONG: "p", DISCARD_KONG: "k"}
        if code in plain:
            return plain[code]
        if code >= CONCEALED_KONG:
            return "1" if "any other key" in shown else "k"
        if code >= DECLARE and "any other key" not in shown:
            return "r"
        tiles = tiles_of(hand.hand_counts(0))
        if hand.drawn != NO_TILE:
            tiles.remove(hand.drawn)
            tiles.append(hand.drawn)
        return TILE_KEYS[tiles.index(code % KINDS)]


@pytest.mark.parametrize("rules", ["guiyang", "duyun", "duyun-huazhu"])
def test_a_complete_hand_that_may_not_win_is_told_why_unasked(rules: str) -> None:
    told = 0
    for seed in range(4):
        device = AsGreedy(seed)
        opponents = ("greedy",) * 3
        device.game = Game(load_ruleset(rules), 0, opponents, drop, 4, seed)
        Playing(device.game, device, Words("en"), opponents, 0).run()
        told += device.told
    assert told, "the games must have such a hand"


@pytest.mark.parametrize("words", STYLES, ids=str)
@pytest.mark.parametrize("rules", ruleset_names())
def test_every_settlement_fits_page_by_page_and_tells_every_point(words: Words, rules: str) -> None:
    def settled(game: Game) -> None:
        for line in game.take():
            table.apply(line)
        if game.result is not None:
            check_settlement(table, words, game.result, game)

    for seed in range(4):
        table = Table()
        game = Game(load_ruleset(rules), 0, ("greedy",) * 3, drop, 4, seed)
        play_at_random(game, seed, settled)


def check_settlement(table: Table, words: Words, result: Result, game: Game) -> None:
    lines = pages.settlement(table, words, NAMES, result, game.hand)
    lines += pages.scores(table, words, NAMES)
    sheets = pages.paged(lines, WIDTH, HEIGHT - 2)
    for sheet in sheets:
        fits(sheet, height=HEIGHT - 2)
    together = "".join(line.plain.replace(" ", "") for sheet in sheets for line in sheet)
    for line in lines:
        assert line.plain.replace(" ", "") in together, "breaking lines loses nothing"
    for entry in result.ledger:
        assert entry.clause in together
    for seat in range(4):
        points = result.points[seat]
        assert (f"{points:+d}" if points else "0") in together


# Single parts.


@pytest.mark.parametrize("words", STYLES, ids=str)
@pytest.mark.parametrize("count", [1, 2, 4, 5, 7, 8, 10, 11, 13, 14])
@pytest.mark.parametrize("drawn", [False, True])
def test_the_keys_stand_below_their_tiles(words: Words, count: int, drawn: bool) -> None:
    tiles = list(CODES[:count])
    keys = list(zip(TILE_KEYS, tiles, strict=False))
    place = Place(tiles, drawn=tiles[-1] if drawn else None)
    lines = [line.plain for line in hand_box(place, words, keys, set())]
    assert len({cell_len(line) for line in lines}) == 1, "a box"
    for key, tile in keys:
        column = lines[-1].index(key)
        rows = lines[1:-2]
        assert "".join(at_column(row, column) for row in rows) == words.tile(tile)


def at_column(line: str, column: int) -> str:
    """What stands in the two cells from `column` on."""
    start = next(place for place in range(len(line)) if cell_len(line[:place]) == column)
    end = next(place for place in range(len(line)) if cell_len(line[:place]) == column + 2)
    return line[start:end]


def test_no_key_of_a_tile_is_one_of_a_command() -> None:
    assert len(set(TILE_KEYS)) == 14
    assert not set(TILE_KEYS) & set("wpkrxhltqvyn?") - set("n"), (
        "n only answers yes-or-no questions"
    )


@pytest.mark.parametrize("words", STYLES, ids=str)
@pytest.mark.parametrize("count", [0, 1, 15, 16, 30, 31, 50])
def test_a_river_shows_all_its_tiles_or_the_latest(words: Words, count: int) -> None:
    chance = random.Random(count)
    river = [Discard(chance.choice(CODES)) for _ in range(count)]
    table = Table(latest=2)
    table.places[2].river = river
    lines = river_lines(table, words, 2, WIDTH)
    assert len(lines) == 2
    fits(lines)
    room = 2 * ((WIDTH - 3) // (words.tile_width + 1))
    shown = "".join(line.plain for line in lines)
    expected = river if count <= room else river[count - room + 1 :]
    names = "".join(words.tile(discard.tile) for discard in expected)
    assert shown.replace("*", "").replace(" ", "").endswith(names)
    assert shown.count("*") == (1 if count else 0)


@pytest.mark.parametrize("words", STYLES, ids=str)
def test_the_melds_tell_all_three_kongs_and_the_pong_apart(words: Words) -> None:
    kinds = ("pong", "concealed", "added", "discard")
    shown = {words.meld(TableMeld(kind, "5m")).plain for kind in kinds}
    assert len(shown) == 4


@pytest.mark.parametrize("words", STYLES, ids=str)
def test_a_seat_line_shows_four_kongs_a_declaration_and_a_large_score(words: Words) -> None:
    melds = [TableMeld("concealed", code) for code in ("1m", "2p", "3s", "1s")]
    place = Place(["5m"], melds, declared=True)
    table = Table(places=[place, Place(), Place(), Place()], points=[-12345, 0, 0, 0], repeats=12)
    line = seat_line(table, words, 0, "对家 tsumogiri", WIDTH).plain
    assert cell_len(line) <= WIDTH
    for part in ("-12345", words.say("declared"), "12", *(words.meld(one).plain for one in melds)):
        assert part in line


def test_wrapping_breaks_between_words_and_within_chinese() -> None:
    sentence = "a plain hand without a bean cannot win on a discard (G-9)"
    english = wrap(Text(sentence), 20)
    assert all(cell_len(line.plain) <= 20 for line in english)
    assert " ".join(line.plain.strip() for line in english) == sentence
    chinese = wrap(Text("没有豆的平胡不能点胡"), 9)
    assert "".join(line.plain.strip() for line in chinese) == "没有豆的平胡不能点胡"
    assert all(cell_len(line.plain) <= 9 for line in chinese)
    assert [line.plain for line in wrap(Text("short"), 9)] == ["short"]


@pytest.mark.parametrize("words", STYLES, ids=str)
def test_no_line_breaks_inside_a_tile_a_number_or_a_word(words: Words) -> None:
    """Taken apart at 20 to 60 columns, every part is still there in one line."""
    chance = random.Random(1)
    for width in range(20, 61):
        tiles = chance.choices(CODES, k=30)
        keys = [f"{chance.choice(TILE_KEYS)}:{words.tile(tile)}" for tile in tiles]
        parts = [words.say("discard_by_letter").strip(), *keys, "12345", "x3"]
        for line in (" ".join(parts[1:]), words.say("separator").join(keys)):
            shown = [part.plain for part in wrap(Text(line), width)]
            assert all(cell_len(part) <= width for part in shown)
            for key in keys:
                assert any(key in part for part in shown), (key, shown)
    if words.chinese:
        names = [words.tile(tile) for tile in CODES]
        run = "".join(chance.choices(names, k=200))
        for part in wrap(Text(run), 33):
            assert len(part.plain.strip()) % 2 == 0, "no tile is cut in two"


@pytest.mark.parametrize("words", STYLES, ids=str)
def test_a_discard_that_declared_ready_stands_apart_from_the_next(words: Words) -> None:
    table = Table()
    table.places[2].river = [Discard("3m", ready=True), *(Discard("9m") for _ in range(60))]
    for count in range(1, 61):
        table.places[2].river = [Discard("9m")] * (count - 1) + [Discard("3m", ready=True)]
        table.places[2].river += [Discard("9m")] * 4
        lines = river_lines(table, words, 2, WIDTH)
        fits(lines)
        shown = "\n".join(line.plain for line in lines)
        assert f"{words.tile('3m')}!" in shown
        assert f"!{words.tile('9m')}" not in shown


@pytest.mark.parametrize("words", STYLES, ids=str)
def test_no_page_of_a_settlement_ends_with_a_heading(words: Words) -> None:
    for rules, seed in itertools.product(ruleset_names(), range(3)):
        game = Game(load_ruleset(rules), 0, ("greedy",) * 3, drop, 2, seed)
        table = Table()
        play_at_random(game, seed)
        for line in game.take():
            table.apply(line)
        assert game.result is not None
        lines = pages.settlement(table, words, NAMES, game.result, game.hand)
        lines += pages.standings(table, words, NAMES, 2)
        for rows in range(4, 30):
            sheets = pages.paged(lines, WIDTH, rows)
            assert max(map(len, sheets)) <= rows
            for sheet in sheets[:-1]:
                last = [line.plain.strip() for line in sheet if line.plain.strip()][-1]
                assert not last.endswith((":", "：")), (rows, last)
            broken = [part.plain for line in lines for part in wrap(line, WIDTH)]
            assert [line.plain for sheet in sheets for line in sheet] == broken


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", ruleset_names())
def test_what_declaring_is_worth_is_what_the_hand_then_wins(rules: str, language: str) -> None:
    """The dealer may declare with the first discard; the fan is that of the win that follows."""
    hand = scene(rules, {0: "12355456m34678p"}, "9s - - - 5p")
    draw(hand)
    words, found = Words(language), outlook(hand, 0, [0] * KINDS)
    summary = pages.declared_summary(words, next(one for one in found.discards if one.tile == "9s"))
    shown = [line.plain.strip() for line in pages.waits_page(found, words, Place())]
    assert summary in shown
    declare(hand, 0, "9s")
    pass_all(hand)
    turns(hand, "- - -")
    draw(hand)
    value = win(hand, 0).wins[0].value
    assert re.findall(r"\d+", summary) == [str(value.fan)]
    anywhere = words.say("declared_anywhere", fan=value.fan)
    assert summary == anywhere, "a plain hand that has declared may win on discards"


def held(hand: Hand, seat: int) -> Place:
    """A seat's place on the table, as far as kongs and declaring go."""
    tiles = [CODES[kind] for kind in tiles_of(hand.hand_counts(seat))]
    melds = [TableMeld("pong", CODES[meld.kind]) for meld in hand.melds_of(seat)]
    drawn = None if hand.drawn == NO_TILE else CODES[hand.drawn]
    return Place(hand=tiles, melds=melds, drawn=drawn)


def test_the_reasons_against_declaring_and_kongs_are_the_ones_that_count() -> None:
    """No discard is singled out where none leaves the hand ready; after a pong C-7 is told."""
    words = Words("en")
    game = Game(load_ruleset("guiyang"), 0, ("greedy",) * 3, drop, 1, 1)
    game.hand = hand = scene("guiyang", {})
    draw(hand)
    codes = pages.expected_claims(held(hand, 0), True)["ready"]
    assert pages.refusals(game, words, codes) == ["no discard leaves the hand ready (G-17)"]
    game.hand = hand = scene("guiyang", {1: "55p147m369s12789p"}, "5p")
    game.seat = 1
    draw(hand)
    discard(hand, 0, "5p")
    pong(hand, 1)
    for reason in pages.refusals(game, words, pages.expected_claims(held(hand, 1), True)["kong"]):
        assert reason.endswith("(C-7)")


def test_cells_are_filled_and_cut_by_width_not_by_letters() -> None:
    assert cells("庄家", 6) == "庄家  "
    assert cell_len(cells("庄家庄家", 5)) == 5


@pytest.mark.parametrize("words", STYLES, ids=str)
def test_every_action_has_a_name(words: Words) -> None:
    game = Game(load_ruleset("guiyang"), 0, ("greedy",) * 3, drop, 1, 1)
    deciding = Deciding(game, Stage(Asked(1), words, 0, ("a", "b", "c"), "title"))
    names = [deciding.action_name(action.code) for action in ACTIONS]
    assert all(names)
    tiles = [action.code for action in ACTIONS if action.tile is not None]
    assert len({names[code] for code in tiles}) == len(tiles), "each names its tile"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("keys", [("help", "help_here"), ("help", "help_there"), ("replay_help",)])
def test_the_help_fits_one_page(language: str, keys: tuple[str, ...]) -> None:
    text = "".join(Words(language).say(key) for key in keys)
    lines = [Text(line) for line in text.splitlines()]
    fits(lines, height=HEIGHT - 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_of_a_replay_fit_one_line(language: str) -> None:
    words = Words(language)
    for viewer in (words.say("viewer_all"), words.say("viewer_seat", seat=3)):
        assert cell_len(words.say("replay_keys", viewer=viewer)) <= WIDTH - 1
