"""The subscripts of `einsum`, read with NumPy's rules and errors."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

__all__ = []

_CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Subscripts(NamedTuple):
    """Labels of the axes of each operand and of the result; axes of an ellipsis have negative ones."""

    inputs: list
    output: list


def split(arguments: Sequence[Any]) -> tuple[str, list[Any]]:
    """``(text, operands)`` of the arguments of `einsum`, whichever form they have."""
    if not arguments:
        raise ValueError("must specify the einstein sum subscripts string and at least one operand, or at least one "
                         "operand and its corresponding subscripts list")
    if isinstance(arguments[0], str):
        if len(arguments) < 2:
            raise ValueError("must specify the einstein sum subscripts string and at least one operand")
        return arguments[0].replace(" ", ""), list(arguments[1:])
    pairs = len(arguments) // 2
    lists = [arguments[2 * k + 1] for k in range(pairs)]
    if len(arguments) % 2:
        lists.append(arguments[-1])
    lists = [labels.tolist() if hasattr(labels, "tolist") else labels for labels in lists]
    for labels in lists:
        if not isinstance(labels, Sequence) or isinstance(labels, str):
            raise TypeError("the subscripts for each operand must be a sequence of labels")
    words = ["".join(map(_char, labels)) for labels in lists]
    text = ",".join(words[:pairs])
    return (f"{text}->{words[-1]}" if len(arguments) % 2 else text), list(arguments[0:2 * pairs:2])


def _char(label: Any) -> str:
    if label is Ellipsis:
        return "..."
    try:
        number = label.__index__()
    except (AttributeError, TypeError):
        raise TypeError("each subscript must be either an integer or an ellipsis") from None
    if not 0 <= number < len(_CHARS):
        raise ValueError(f"subscript is not within the valid range [0, {len(_CHARS)})")
    return _CHARS[number]


def parse(text: str, ndims: tuple[int, ...]) -> Subscripts:
    """The `Subscripts` of operands with so many axes."""
    left, arrow, right = text.partition("->")
    if "-" in left or ">" in left:
        raise ValueError("einstein sum subscript string does not contain proper '->' output specified")
    words = left.split(",")
    if len(words) != len(ndims):
        verb = "fewer" if len(words) < len(ndims) else "more"
        raise ValueError(f"{verb} operands provided to einstein sum function than specified in the subscripts string")
    inputs = [_labels(word, ndim, k) for k, (word, ndim) in enumerate(zip(words, ndims, strict=True))]
    seen = [label for labels in inputs for label in labels]
    extra = sorted({label for label in seen if label < 0})
    if not arrow:
        return Subscripts(inputs, extra + sorted(label for label in set(seen) if label >= 0 and seen.count(label) == 1))
    _check_chars(right, "")
    named = [ord(char) for char in right.replace("...", "")]
    for label in named:
        if label not in seen:
            raise ValueError(f"einstein sum subscripts string included output subscript '{chr(label)}' which never "
                             "appeared in an input")
        if named.count(label) > 1:
            raise ValueError(f"einstein sum subscripts string includes output subscript '{chr(label)}' multiple times")
    if "..." not in right:
        if extra:
            raise ValueError("output has more dimensions than subscripts given in einstein sum, but no '...' ellipsis "
                             "provided to broadcast the extra dimensions.")
        return Subscripts(inputs, named)
    at = right.index("...")
    return Subscripts(inputs, named[:at] + extra + named[at:])


def _check_chars(word: str, where: str) -> None:
    if "." in word and (word.count(".") != 3 or "..." not in word):
        raise ValueError("einstein sum subscripts string contains a '.' that is not part of an ellipsis ('...')"
                         f"{where or ' in output'}")
    for char in word:
        if char not in _CHARS and char != ".":
            raise ValueError(f"invalid subscript '{char}' in einstein sum subscripts string, subscripts must be "
                             "chars")


def _labels(word: str, ndim: int, k: int) -> list[int]:
    """Labels of the axes of operand `k`."""
    _check_chars(word, f" in operand {k}")
    before, ellipsis, after = word.partition("...")
    free = ndim - len(before) - len(after)
    if free < 0:
        raise ValueError(f"einstein sum subscripts string contains too many subscripts for operand {k}")
    if free and not ellipsis:
        raise ValueError("operand has more dimensions than subscripts given in einstein sum, but no '...' ellipsis "
                         "provided to broadcast the extra dimensions.")
    return [*map(ord, before), *range(-free, 0), *map(ord, after)]
