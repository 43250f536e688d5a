"""Figures of the page, printed as rows of the table that `make page-figures` shows."""


def report(what: str, measured: str, goal: str) -> None:
    """Print one figure."""
    print(f"\n| {what} | {measured} | {goal} |")
