"""The argument parser of the command line. Imports little: `--help` uses nothing else."""

import argparse
from typing import NoReturn, TypeAlias

from qianma.cli.errors import print_error


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
            description=description,
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
