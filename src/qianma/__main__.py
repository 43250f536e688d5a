"""`python -m qianma` is the command `qianma`."""

from qianma.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
