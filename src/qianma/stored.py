"""What frozen dataclasses need so that they are pickled and copied alike in both forms."""

from dataclasses import fields
from typing import Any, cast


class Stored:
    """A base of frozen dataclasses: pickling and copying make them anew from their fields.

    The way that dataclasses bring along sets each field afterwards, which a compiled one refuses.
    """

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, each.name) for each in fields(cast(Any, self)))
