"""Simulated matches: every record passes `check`, and the sums depend on the seed alone."""

from pathlib import Path

import pytest

from qianma import ruleset_names
from qianma.check import check
from qianma.players import PLAYERS
from qianma.ruleset import load
from qianma.simulate import MATCH_HANDS, Tally, run, units

Seats = tuple[str, str, str, str]
MIXED: Seats = ("random", "greedy", "tsumogiri", "greedy")


def simulate_and_check(
    ruleset: str, seats: Seats, hands: int, seed: int, folder: Path, workers: int = 1
) -> Tally:
    tally = run(units(load(ruleset), hands, seed, seats, str(folder)), workers)
    points = [0, 0, 0, 0]
    wins = [0, 0, 0, 0]
    checked = exhausted = 0
    for file in sorted(folder.glob("*.jsonl")):
        report = check(file.read_bytes())
        assert report.fault is None, (file.name, report.fault)
        assert not report.unfinished
        checked += len(report.results)
        for result in report.results:
            points = [one + other for one, other in zip(points, result.points, strict=True)]
            exhausted += not result.wins
            for win in result.wins:
                wins[win.seat] += 1
    assert (checked, points, wins) == (hands, tally.points, tally.wins)
    assert (tally.hands, tally.exhausted) == (hands, exhausted)
    return tally


@pytest.mark.parametrize("ruleset", ruleset_names())
@pytest.mark.parametrize("player", [*PLAYERS, "mixed"])
def test_every_hand_passes_check(ruleset: str, player: str, tmp_path: Path) -> None:
    seats = MIXED if player == "mixed" else (player, player, player, player)
    simulate_and_check(ruleset, seats, 150, 11, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("ruleset", ruleset_names())
@pytest.mark.parametrize("player", ["random", "greedy"])
def test_twenty_thousand_hands_pass_check(
    ruleset: str, player: str, part: int, tmp_path: Path
) -> None:
    simulate_and_check(ruleset, (player, player, player, player), 5_000, 100 + part, tmp_path)


def test_sums_and_records_are_the_same_whatever_the_number_of_workers(tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "three"]
    tallies = []
    for folder, workers in zip(folders, (1, 3), strict=True):
        folder.mkdir()
        tallies.append(simulate_and_check("duyun", MIXED, 100, 5, folder, workers))
    assert tallies[0] == tallies[1]
    names = [sorted(file.name for file in folder.iterdir()) for folder in folders]
    assert names[0] == names[1] == [f"{match:06}.jsonl" for match in range(1, 8)]
    for name in names[0]:
        assert (folders[0] / name).read_bytes() == (folders[1] / name).read_bytes()


def test_a_match_depends_on_seed_and_number_only(tmp_path: Path) -> None:
    long, short = tmp_path / "long", tmp_path / "short"
    for folder, hands in ((long, 5 * MATCH_HANDS), (short, 3 * MATCH_HANDS)):
        folder.mkdir()
        run(units(load("guiyang"), hands, 3, MIXED, str(folder)))
    for file in short.iterdir():
        assert file.read_bytes() == (long / file.name).read_bytes()


def test_the_last_match_is_shorter() -> None:
    sizes = [unit.hands for unit in units(load("guiyang"), 35, 1, MIXED)]
    assert sizes == [16, 16, 3]


def test_other_players_do_not_move_the_walls(tmp_path: Path) -> None:
    walls = []
    for player in ("random", "greedy"):
        folder = tmp_path / player
        folder.mkdir()
        run(units(load("duyun"), 1, 9, (player, player, player, player), str(folder)))
        lines = (folder / "000001.jsonl").read_bytes().splitlines()
        walls.append(lines[1])
    assert walls[0] == walls[1]


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_greedy_beats_random(ruleset: str) -> None:
    """The stronger player wins more hands from each pair of seats; luck decides single hands."""
    tally = run(units(load(ruleset), 160, 2, ("greedy", "random", "greedy", "random")))
    assert tally.wins[0] + tally.wins[2] > 10 * (tally.wins[1] + tally.wins[3])


def test_tsumogiri_claims_nothing(tmp_path: Path) -> None:
    seats: Seats = ("tsumogiri", "tsumogiri", "tsumogiri", "tsumogiri")
    run(units(load("guiyang"), 48, 4, seats, str(tmp_path)))
    for file in tmp_path.glob("*.jsonl"):
        text = file.read_text()
        assert '"pong"' not in text
        assert '"kong"' not in text
