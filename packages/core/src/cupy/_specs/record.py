"""Named values that stay as they are: what ``dataclass`` makes, without the milliseconds that it takes to start."""
from __future__ import annotations

from typing import Any

__all__ = ["Record"]


class Record:
    """Base of classes whose annotations are their fields, in order; class attributes are defaults.

    Examples
    --------
    >>> class Point(Record):
    ...     x: float
    ...     y: float = 0.0
    >>> Point(1.5)
    Point(x=1.5, y=0.0)
    """

    _fields = ()

    def __init_subclass__(cls) -> None:
        cls._fields = tuple(dict.fromkeys((*cls._fields, *cls.__annotations__)))    # 3.14: instances have none

    def __init__(self, *values: Any, **named: Any) -> None:
        fields = self._fields
        given = dict(zip(fields, values, strict=False))
        wrong = [name for name in named if name not in fields or name in given]
        given.update(named)
        missing = [name for name in fields if name not in given and not hasattr(type(self), name)]
        if wrong or missing or len(values) > len(fields):
            raise TypeError(f"{type(self).__name__} takes {', '.join(fields)}; given {len(values)} values"
                            f"{''.join(f', {name}=' for name in named)}")
        self.__dict__.update(given)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} stays as it is")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self._fields)})"

    def _key(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self._fields])

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())
