"""Parameter lists of user kernels, as ``"float32 x, raw T y"``."""
import re
from collections.abc import Sequence
from itertools import takewhile

from cupy._specs.record import Record

__all__ = ["Parameter", "parameter_list", "parse_parameters"]

_NAME = re.compile(r"[A-Za-z_]\w*")
_MODIFIERS = frozenset({"raw", "const"})


class Parameter(Record):
    """One parameter: its type is a dtype's name, or a placeholder of a single dtype char."""

    type: str
    name: str
    raw: bool = False

    def __str__(self) -> str:
        return f"{'raw ' * self.raw}{self.type} {self.name}"

    @property
    def is_placeholder(self) -> bool:
        """Whether the type is found out from the arguments."""
        return len(self.type) == 1


def parse_parameters(text: str, *, known: Sequence[Parameter] = ()) -> tuple[Parameter, ...]:
    """Read a parameter list.

    Parameters
    ----------
    text : str
        Parameters separated by commas: ``[raw] [const] TYPE NAME``. Inputs are constant in any case.
    known : sequence of Parameter
        Parameters that come before; names must differ from theirs.

    Returns
    -------
    tuple of Parameter

    Raises
    ------
    ValueError
        The text cannot be read, or two parameters have one name.

    Examples
    --------
    >>> parse_parameters("float32 x, raw T y")[1]
    Parameter(type='T', name='y', raw=True)
    """
    found = []
    names = {p.name for p in known}
    for item in filter(None, map(str.strip, text.split(","))):
        words = item.split()
        modifiers = set(takewhile(_MODIFIERS.__contains__, words))
        raw = "raw" in modifiers
        kind, name = words[len(modifiers):-1], words[-1]
        if not kind or not _NAME.fullmatch(name):
            raise ValueError(f"parameter {item!r} is not of the form '[raw] [const] TYPE NAME'")
        if name.startswith("_"):
            raise ValueError(f"parameter name {name!r}: names that begin with '_' are reserved")
        if name in names:
            raise ValueError(f"there are two parameters of name {name!r}")
        names.add(name)
        found.append(Parameter(" ".join(kind), name, raw))
    return tuple(found)


def parameter_list(parameters: Sequence[Parameter]) -> str:
    """The text that `parse_parameters` reads."""
    return ", ".join(map(str, parameters))
