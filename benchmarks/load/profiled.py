"""`python -m benchmarks.load.profiled serve ...`: the server, with a profile.

The file that QIANMA_PROFILE names is written at its end; `python -m pstats FILE` reads it.
"""

import cProfile
import os
import sys

from qianma.cli import main

if __name__ == "__main__":
    with cProfile.Profile() as profile:
        code = main()
    profile.dump_stats(os.environ["QIANMA_PROFILE"])
    sys.exit(code)
