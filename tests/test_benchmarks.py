"""The benchmarks themselves: no peer is needed, and none is asked when it is there."""

import subprocess
import sys
from pathlib import Path

import pytest

import qianma
from benchmarks import inputs, ours, page
from benchmarks.__main__ import main
from benchmarks.comparisons import COMPARISONS, bulk, c_loop, complete, distance, waits
from benchmarks.measuring import alternate, calls, median, spread
from benchmarks.peers import PEERS, Peer
from benchmarks.rows import Agreement, Opponent, Rates, contest
from benchmarks.sizes import QUICK
from qianma import count_tiles, parse_tiles

ROOT = Path(__file__).resolve().parent.parent


def hand(text: str) -> bytes:
    return bytes(count_tiles(parse_tiles(text)))


COMPLETE = hand("123m55m456p789p345s")
DRAGON_PAIRS = hand("2222m33m55p66p77s99s")
"""Seven pairs here, where four equal tiles are two pairs, and not in riichi: only six kinds."""


@pytest.mark.parametrize(
    ("text", "in_riichi", "expected"),
    [
        ("123m55m456p789p345s", True, Agreement(1)),
        ("123m55m456p789p345s", False, Agreement(1, differing=1)),
        ("1133m5577p2244s99s", True, Agreement(1)),
        ("123m55m456p789p346s", True, Agreement(1, differing=1)),
        ("2222m33m55p66p77s99s", False, Agreement(1, amended=1)),
    ],
)
def test_completeness_must_agree_but_for_four_equal_tiles_in_seven_pairs(
    text: str, in_riichi: bool, expected: Agreement
) -> None:
    assert complete.compared([hand(text)], [in_riichi]) == expected


@pytest.mark.parametrize(
    ("text", "in_riichi", "expected"),
    [
        ("123m55m456p789p34s", 0, Agreement(1)),
        ("123m55m456p789p34s", 1, Agreement(1, differing=1)),
        ("123m55m456p789p34s", -1, Agreement(1, differing=1)),
        # Ready for the pair of 9s here. In riichi there are five pairs and six kinds.
        ("2222m33m55p66p77s9s", 2, Agreement(1, amended=1)),
        # Four equal tiles only bring seven pairs nearer, they take nothing further away.
        ("2222m33m55p66p77s9s", -1, Agreement(1, differing=1)),
    ],
)
def test_distances_must_agree_but_for_four_equal_tiles_in_seven_pairs(
    text: str, in_riichi: int, expected: Agreement
) -> None:
    assert distance.compared([hand(text)], [in_riichi]) == expected


@pytest.mark.parametrize(
    ("text", "in_riichi", "expected"),
    [
        ("23m55m456p789p345s", [0, 3], Agreement(1)),
        ("23m55m456p789p345s", [0], Agreement(1, differing=1)),
        ("2233m4455m66p77s9s", [26], Agreement(1)),
        ("2222m33m55p66p77s9s", [], Agreement(1, amended=1)),
        ("2222m33m55p66p77s9s", [8], Agreement(1, differing=1, amended=1)),
    ],
)
def test_waits_must_agree_but_for_the_seventh_pair_beside_four_equal_tiles(
    text: str, in_riichi: list[int], expected: Agreement
) -> None:
    assert waits.compared([hand(text)], [in_riichi]) == expected


@pytest.mark.parametrize("tiles", [13, 14])
def test_prepared_hands_are_hands_of_three_suits(tiles: int) -> None:
    for prepared in inputs.of_all_distances(200, tiles):
        assert (len(prepared), sum(prepared)) == (27, tiles)
        assert max(prepared) <= 4


def test_prepared_hands_hold_every_kind_of_answer() -> None:
    assert ours.complete_answers(inputs.half_complete(200)[::2]) == [True] * 100
    assert False in ours.complete_answers(inputs.half_complete(200)[1::2])
    assert all(ours.waits_answers(inputs.one_tile_short(100)))
    assert set(ours.distance_answers(inputs.of_all_distances(400, 13))) >= {0, 1, 2, 3, 4}
    hands, winning = inputs.complete_hands(50)
    assert all(counts[kind] for counts, kind in zip(hands, winning, strict=True))
    assert all(ours.wins(hands))


def test_both_sides_take_turns_as_often_as_each_other() -> None:
    turns: list[str] = []

    def side(name: str) -> list[str]:
        turns.append(name)
        return [str(number) for number in range(20_000)]

    rates = alternate([calls(side, ["a"]), calls(side, ["b"])], QUICK)
    assert [len(figures) for figures in rates] == [QUICK.repeats] * 2
    passes = "".join(
        name for name, before in zip(turns, ["", *turns], strict=False) if name != before
    )
    assert passes.endswith("ab" * QUICK.repeats)
    assert min(map(min, rates)) > 0


def test_median_and_spread_of_passes() -> None:
    assert median([1.0, 9.0, 2.0]) == 2.0
    assert spread([1.0, 9.0, 2.0]) == 4.0


@pytest.mark.parametrize(("mine", "reached"), [(400.0, True), (399.9, False)])
def test_a_goal_is_reached_at_its_ratio_and_not_below(mine: float, reached: bool) -> None:
    rates = Rates(mine, 100.0, "a peer 1.0", 0.0, "", 0)
    assert rates.faster("something", 4).reached is reached
    assert rates.faster("something", None).reached is None


def test_a_missing_peer_is_named_and_its_goal_is_not_measured() -> None:
    absent = Peer("qianma-has-no-such-peer", "1.2")

    def prepare() -> Opponent:
        absent.load("qianma_has_no_such_peer")
        raise AssertionError("it cannot be loaded")

    row = contest(ours.complete([COMPLETE]), absent, prepare, QUICK).faster("complete?", 4)
    assert row.ours is not None
    assert row.ours > 0
    assert (row.theirs, row.reached) == (None, None)
    text = page.as_text([row])
    assert "qianma-has-no-such-peer 1.2 is not installed" in text
    assert "not measured" in text


def test_answers_that_differ_stand_in_the_table() -> None:
    row = Rates(9.0, 1.0, "a peer 1.0", 0.0, str(Agreement(5, 2)), 2).faster("something", 4)
    assert page.cells(row)[-1] == "ANSWERS DIFFER"
    assert "5 compared, 2 DIFFER" in page.as_text([row])


@pytest.mark.parametrize(
    ("number", "unit", "text"),
    [
        (4_218_000.0, "/s", "4.22 M/s"),
        (76_123.0, " decisions/s", "76,123 decisions/s"),
        (0.5678, " µs", "0.57 µs"),
        (20.04, " ms", "20.0 ms"),
        (None, "/s", "-"),
    ],
)
def test_figures_have_three_digits_or_more(number: float | None, unit: str, text: str) -> None:
    assert page.figure(number, unit) == text


def test_figures_go_between_their_marks_and_nothing_else_changes() -> None:
    before = f"# Title\n{page.BEGIN}\nold\n{page.END}\nthe rest\n"
    after = page.put_into(before, "new")
    assert after == f"# Title\n{page.BEGIN}\n\nnew\n\n{page.END}\nthe rest\n"
    assert page.put_into(after, "new") == after


@pytest.mark.parametrize("text", ["", page.BEGIN, page.END, f"{page.END}{page.BEGIN}"])
def test_a_page_without_marks_is_refused(text: str) -> None:
    with pytest.raises(page.PageError, match="lacks the lines"):
        page.put_into(text, "new")


def test_the_page_has_a_place_for_the_figures() -> None:
    text = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert "new figures" in page.put_into(text, "new figures")


def test_peers_are_pinned_at_the_versions_of_the_goals() -> None:
    pins = (ROOT / "requirements" / "peers.txt").read_text(encoding="utf-8").splitlines()
    assert [peer.name for peer in PEERS if f"{peer.name}=={peer.version}" not in pins] == []


def test_the_c_loop_finds_the_same_hands_complete() -> None:
    count = c_loop.compiled_count()
    if count is None:
        pytest.skip("needs a C compiler: install gcc, which comes with cc")
    incomplete = hand("19m19p19s12345678m")
    assert count(COMPLETE + DRAGON_PAIRS + incomplete) == 2
    hands = inputs.half_complete(500)
    assert count(b"".join(hands)) == sum(qianma.is_complete(each) for each in hands)


@pytest.mark.parametrize("player", ["random", "greedy"])
def test_hands_in_bulk_pass_the_check(player: str) -> None:
    assert bulk.check_records(player, 2) == Agreement(2, 0)


def test_stepping_counts_the_same_decisions_as_the_simulation_would() -> None:
    play = ours.RandomPlay()
    counted = play.work(2)
    assert counted == play.work(2)
    assert counted > 20
    assert play.work(4) > counted


def test_one_comparison_as_a_whole(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "page.md"
    target.write_text(f"{page.BEGIN}{page.END}", encoding="utf-8")
    assert main(["--quick", "--only", "state", "--write", str(target)]) == 0
    shown = capsys.readouterr().out
    assert f"qianma: {qianma.__version__}, " in shown
    assert "a hand in mid-play besides wall and events" in shown
    assert "| a hand in mid-play besides wall and events | " in target.read_text(encoding="utf-8")


def test_a_comparison_that_fails_is_named_and_fails_the_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(COMPARISONS, "no_such_module", "a comparison that is not there")
    assert main(["--quick", "--only", "no_such_module"]) == 1
    shown = capsys.readouterr().out
    assert "a comparison that is not there: FAILED: exit code 1, ModuleNotFoundError" in shown


def test_a_page_that_cannot_be_written_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    target = tmp_path / "absent.md"
    assert main(["--quick", "--only", "installed", "--write", str(target)]) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[-1].startswith(f"benchmarks: {target}: ")


@pytest.mark.soak
def test_every_comparison_as_a_whole() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--quick"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
