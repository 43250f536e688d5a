"""One comparison in a process of its own: `python -m benchmarks.one NAME SIZE`, rows as JSON.

So no library's imports, threads or memory weigh on the figures of another comparison, and one that
crashes takes no other with it.
"""

import json
import sys

from benchmarks.comparisons import measure
from benchmarks.measuring import pin
from benchmarks.sizes import SIZES


def main() -> None:
    name, size = sys.argv[1:]
    pin()
    rows = measure(name, SIZES[size])
    print(json.dumps([row.as_object() for row in rows]))


if __name__ == "__main__":
    main()
