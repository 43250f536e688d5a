"""An independent, slow reading of the rules.

Everything here was written from the rules text alone, to be compared with the library by tests.
It imports nothing from ``qianma`` and must stay that way: where both disagree, one of them has
misread a clause. Clarity comes before speed.

- ``shapes``: complete hands, waits, distance to ready.
- ``scoring``: the shipped rulesets as plain dicts, patterns, fan, whether a win is allowed.
- ``table``: one hand as an explicit state machine (``claims`` tells what a seat may do).
- ``settle``: the money of a finished hand.
- ``replay``: reads a record and plays it on a ``Table`` (``refusal`` names the broken clause).
- ``walls``: the wall generator ``shake256-1``.
"""
