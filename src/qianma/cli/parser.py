"""The argument parser of the command line. Imports little: `--help` uses nothing else."""

import argparse
import textwrap
from typing import Final, NoReturn, TypeAlias

from qianma.cli.errors import print_error

_WIDTH: Final = 79
"""Of a description; the formatter, which leaves examples as they are, would not break it."""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one line and knows no abbreviated options."""

    def __init__(
        self,
        *,
        prog: str | None = None,
        description: str | None = None,
        epilog: str | None = None,
        usage: str | None = None,
    ) -> None:
        super().__init__(
            prog=prog,
            description=description and textwrap.fill(description, _WIDTH),
            epilog=epilog,
            usage=usage,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Print the one line and exit with 2."""
        print_error(self.prog, message)
        raise SystemExit(2)


Subparsers: TypeAlias = "argparse._SubParsersAction[Parser]"
"""What a command adds its parser to."""
