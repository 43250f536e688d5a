"""How fast hands are simulated, how long the import takes, what a copy costs.

Every figure is the median of several runs on one core; the goal is beside it.
"""

import argparse
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import qianma
from qianma._form import FORM
from qianma.hand import Hand
from qianma.ruleset import load, names
from qianma.simulate import run, units
from qianma.walls import seed_key

REPEATS = 5
HANDS = 320


def median(measure: Callable[[], float]) -> float:
    return statistics.median(measure() for _ in range(REPEATS))


def hands_per_second(ruleset: str, player: str, hands: int) -> float:
    start = time.perf_counter()
    players = (player, player, player, player)
    run(units(load(ruleset), hands, seed=1, players=players))
    return hands / (time.perf_counter() - start)


def import_milliseconds() -> float:
    program = (
        "import time; start = time.perf_counter(); import qianma; "
        "print(1000 * (time.perf_counter() - start))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def copy_microseconds() -> float:
    hand = middle_of_a_hand()
    number = 20_000
    start = time.perf_counter()
    for _ in range(number):
        hand.copy()
    return 1e6 * (time.perf_counter() - start) / number


def middle_of_a_hand() -> Hand:
    hand = Hand.from_key("guiyang", seed_key(1, 1))
    while hand.wall_left > 28:
        if hand.acting_seats():
            seat = hand.acting_seats()[0]
            hand.play(seat, hand.legal_codes(seat)[0])
        else:
            hand.draw()
    return hand


def rows(hands: int) -> list[tuple[str, str, str]]:
    table = [("import qianma", f"{median(import_milliseconds):,.0f} ms", "under 100 ms")]
    for ruleset in names():
        figure = median(lambda ruleset=ruleset: hands_per_second(ruleset, "random", hands))
        table.append((f"{ruleset}, four random", f"{figure:,.0f} hands/s", "at least 600"))
    for ruleset in names():
        few = max(1, hands // 5)
        figure = median(lambda ruleset=ruleset, few=few: hands_per_second(ruleset, "greedy", few))
        table.append((f"{ruleset}, four greedy", f"{figure:,.0f} hands/s", ""))
    table.append(("copy of a hand in mid-play", f"{median(copy_microseconds):,.1f} µs", ""))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--hands", type=int, default=HANDS, help="hands of one run")
    arguments = parser.parse_args()
    print(
        f"qianma {qianma.__version__} ({FORM}), Python {platform.python_version()},"
        f" {platform.machine()}"
    )
    print("one core, medians of", REPEATS)
    for name, figure, goal in rows(arguments.hands):
        print(f"{name:32} {figure:>16}   {goal}".rstrip())


if __name__ == "__main__":
    main()
