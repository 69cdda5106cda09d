"""Parameter blocks of kernels, as their headers declare them: named fields, offsets, defaults, constants."""
from __future__ import annotations

import math
import os
import posixpath
import re
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any

from cupy._specs.record import Record

__all__ = ["CORE", "Field", "ParamBlock", "asserts", "find_block", "find_constants", "find_declaration", "read_block",
           "read_constants", "read_header"]

#: The folder of core's headers.
CORE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "_kernels")

#: C++ type -> its format in `struct`.
_FORMATS = {
    "bool": "?", "char": "b", "signed char": "b", "unsigned char": "B", "short": "h", "unsigned short": "H",
    "int": "i", "unsigned": "I", "unsigned int": "I", "long long": "q", "unsigned long long": "Q",
    "float": "f", "double": "d", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I",
    "int64": "q", "uint64": "Q",
}
_INCLUDE = re.compile(r'^\s*#include "(.+)"', re.MULTILINE)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_CONSTANT = re.compile(r"constexpr\s+(?:[\w ]+?)\s+(k\w+)\s*=\s*([^;{}]+);")
_ENUM = re.compile(r"enum\b[^{};]*\{([^}]*)\}")
_OPEN = re.compile(r"namespace\s+([\w:]+)\s*\{|\bstruct\s+(?:alignas\((\d+)\)\s*)?(\w+)\s*\{|[{}]")
_FIELD = re.compile(
    r"^(?:alignas\((\d+)\)\s*)?((?:const\s+)?[\w ]+?)\s*(\*?)\s*\b(\w+)\s*(?:\[(.+)\])?\s*(?:=\s*(.+))?$", re.DOTALL)


class Field(Record):
    """One member of a parameter block."""

    name: str
    format: str          # of one element; "P" for a pointer, "S" for a struct
    count: int           # elements, 0 for a plain member
    offset: int
    default: float | bool | None     # None: must be given
    block: ParamBlock | None = None     # of a struct, its layout
    read_only: bool = False  # a pointer to const

    @property
    def itemsize(self) -> int:
        """Bytes of one element."""
        return self.block.size if self.block else 8 if self.format == "P" else struct.calcsize("=" + self.format)


class ParamBlock(Record):
    """The layout of a struct that a kernel takes by value."""

    name: str            # with its namespaces
    fields: tuple
    size: int
    alignment: int = 8

    def asserts(self) -> str:
        """C++ that refuses to compile where the layout is another."""
        lines = [f"static_assert(sizeof({self.name}) == {self.size}, \"size of {self.name}\");"]
        # NVRTC before 13.1 has no offsetof; the host's compiler sees the same header.
        lines += ["#ifdef CUPY_HOST", *(
            f"static_assert(__builtin_offsetof({self.name}, {field.name}) == {field.offset}, "
            f"\"{self.name}::{field.name}\");" for field in self.fields), "#endif"]
        return "\n".join(lines) + "\n"


def read_constants(text: str, known: Mapping[str, int] | Iterable[tuple[str, int]] = ()) -> dict[str, int]:
    """Integer constants ``constexpr … kName = expression;`` and enumerators of a header, added to those that are known.

    Examples
    --------
    >>> read_constants("constexpr int kWidth = 4, kLong = 1;\\nconstexpr int kArea = kWidth * 16;")
    {'kWidth': 4, 'kLong': 1, 'kArea': 64}
    >>> read_constants("enum Mode { kReflect, kConstant, kWrap = 4 };")
    {'kReflect': 0, 'kConstant': 1, 'kWrap': 4}
    """
    found, text = dict(known), _COMMENT.sub("", text)
    for items in _ENUM.findall(text):
        number = 0
        for item in filter(None, map(str.strip, items.split(","))):
            name, _, expression = item.partition("=")
            given = _evaluate(expression, found) if expression else number
            if given is None:
                break
            found[name.strip()], number = given, given + 1
    for name, value in _CONSTANT.findall(text):
        pairs = f"{name} = {value}".split(",")
        for pair in pairs:
            key, _, expression = pair.partition("=")
            number = _evaluate(expression, found)
            if number is None:
                break
            found[key.strip()] = number
    return found


def find_constants(header: str, folder: str = CORE, seen: set[str] | None = None) -> dict[str, int]:
    """Integer constants of a header and of those that it includes."""
    seen = set() if seen is None else seen
    text = None if header in seen else read_header(header, folder, header)
    seen.add(header)
    found = {}
    for name in _INCLUDE.findall(text or ""):
        found |= find_constants(name, folder, seen)
    return read_constants(text, found) if text else found


def _evaluate(expression: str, constants: Mapping[str, int]) -> int | None:
    """The value of an integer expression of constants; None where it is anything else."""
    words = re.findall(r"\d+|\w+|<<|[-+*/()]|\S", expression)
    values = []
    for word in words:
        if word.isdigit():
            values.append(word)
        elif word in constants:
            values.append(str(constants[word]))
        elif word in {"+", "-", "*", "(", ")", "<<"}:
            values.append(word)
        elif word == "/":
            values.append("//")
        else:
            return None
    return _Arithmetic(values).value() if values else None


class _Arithmetic:
    """Sums, products, shifts and brackets of whole numbers, by recursive descent."""

    def __init__(self, words: list[str]) -> None:
        self.words = [*words, ""]

    def value(self) -> int:
        total = self.total()
        while self.words[0] == "<<":
            self.words.pop(0)
            total <<= self.total()
        return total

    def total(self) -> int:
        result = self.product()
        while self.words[0] in ("+", "-"):
            sign = 1 if self.words.pop(0) == "+" else -1
            result += sign * self.product()
        return result

    def product(self) -> int:
        result = self.factor()
        while self.words[0] in ("*", "//"):
            times = self.words.pop(0) == "*"
            factor = self.factor()
            result = result * factor if times else result // factor
        return result

    def factor(self) -> int:
        word = self.words.pop(0)
        if word == "-":
            return -self.factor()
        if word == "(":
            inner = self.value()
            self.words.pop(0)
            return inner
        return int(word)


def read_block(text: str, name: str, find: Callable[[str], ParamBlock] | None = None) -> ParamBlock:
    """The struct `name` of a header's text.

    Members are pointers, numbers, structs, and arrays of these whose length is a constant of the same text; a default
    is what C++ writes behind ``=``.

    Parameters
    ----------
    text : str
        The header.
    name : str
        Of the struct.
    find : callable, optional
        Gives the layout of a struct that is a member, by its name; those of the same text if not given.

    Raises
    ------
    ValueError
        There is no such struct, or a member is of another kind.

    Examples
    --------
    >>> block = read_block("struct Scale { const void *x; int n; double factor = 2; };", "Scale")
    >>> [(field.name, field.offset) for field in block.fields], block.size
    ([('x', 0), ('n', 8), ('factor', 16)], 24)
    """
    text = _COMMENT.sub("", text)
    constants = read_constants(text)
    find = find or partial(read_block, text)
    scopes = []
    for match in _OPEN.finditer(text):
        space, alignment, struct_name = match.groups()
        if match[0] == "}":
            if scopes:
                scopes.pop()
            continue
        scopes.append(space or "")
        if struct_name == name:
            end = text.index("};", match.end())
            full = "::".join([*filter(None, scopes), name])
            return _layout(full, text[match.end():end], constants, find, int(alignment or 1))
    raise ValueError(f"the header has no struct {name}")


def _layout(full: str, body: str, constants: Mapping[str, int], find: Callable[[str], ParamBlock],
            widest: int) -> ParamBlock:
    fields, offset = [], 0
    for statement in filter(None, map(str.strip, body.split(";"))):
        for named, alignment in _members(full, statement, constants, find):
            field = Field(**named, offset=0)
            alignment = max(alignment, field.block.alignment if field.block else field.itemsize)
            widest = max(widest, alignment)
            offset = -(-offset // alignment) * alignment
            fields.append(Field(**named, offset=offset))
            offset += field.itemsize * (field.count or 1)
    return ParamBlock(full, tuple(fields), -(-offset // widest) * widest, widest)


def _members(full: str, statement: str, constants: Mapping[str, int],
             find: Callable[[str], ParamBlock]) -> Iterator[tuple[dict[str, Any], int]]:
    """Yield the members that one declaration makes, with the alignment that it asks for."""
    first, *others = statement.split(",")
    match = _FIELD.match(first.strip())
    if not match:
        raise ValueError(f"a member of {full} cannot be read: {statement!r}")
    kind = " ".join(match[2].replace("const ", "").split())
    block = None
    if not match[3] and kind not in _FORMATS:
        try:
            block = find(kind)
        except ValueError as error:
            raise ValueError(f"a member of {full} cannot be read: {statement!r}") from error
    alignment = int(match[1] or 1)
    declarators = [(match[3], match[4], match[5], match[6])]
    for other in others:
        more = _FIELD.match(f"{kind} {other.strip()}")
        if not more:
            raise ValueError(f"a member of {full} cannot be read: {other!r}")
        declarators.append((more[3], more[4], more[5], more[6]))
    for pointer, name, length, default in declarators:
        count = _evaluate("(" + length.replace("][", ")*(") + ")", constants) if length else 0
        if count is None:
            raise ValueError(f"the length of {full}::{name} is not a constant: {length!r}")
        value = None
        if default is not None:
            default = default.strip()
            whole = _evaluate(default, constants)
            value = whole if whole is not None else _literal(full, name, default)
        yield {"name": name, "format": "P" if pointer else "S" if block else _FORMATS[kind], "count": count,
               "default": value, "block": None if pointer else block,
               "read_only": bool(pointer) and match[2].startswith("const ")}, alignment


def _literal(full: str, name: str, text: str) -> float | bool | None:
    words = {"nullptr": 0, "true": True, "false": False, "{}": 0}
    if text in words:
        return words[text]
    try:
        number = float(text.rstrip("fF"))
    except ValueError:
        raise ValueError(f"the default of {full}::{name} cannot be read: {text!r}") from None
    return number if math.isfinite(number) else None


def read_header(header: str, folder: str = CORE, beside: str = "") -> str | None:
    """The text of a header below a folder or core's, or beside another header; None where there is none."""
    near = posixpath.join(posixpath.dirname(beside), header)
    for path in [os.path.join(root, name) for root in (folder, CORE) for name in (header, near)]:
        if os.path.isfile(path):
            with open(path) as file:
                return file.read()
    return None


def find_declaration(header: str, name: str, folder: str = CORE) -> str:
    """The header itself, or the one of those that it includes, that declares a struct.

    Raises
    ------
    ValueError
        If none of them does.
    """
    seen, waiting = set(), [header]
    while waiting:
        at = waiting.pop(0)
        text = None if at in seen else read_header(at, folder, header)
        seen.add(at)
        if text is None:
            continue
        if re.search(rf"\bstruct\s+(?:alignas\(\w+\)\s*)?{name}\s*{{", text):
            return at
        waiting += _INCLUDE.findall(text)
    raise ValueError(f"{header} has no struct {name}, nor has what it includes")


def find_block(header: str, name: str, folder: str = CORE) -> ParamBlock:
    """The layout of a struct that a header declares or includes; a `ValueError` if it has none or cannot be read."""
    text = read_header(find_declaration(header, name, folder), folder, header)
    assert text is not None, header
    return read_block(text, name, partial(find_block, header, folder=folder))


@cache
def asserts(*blocks: str) -> str:
    """C++ that refuses to compile where the layout of a block of core, as ``file:Name``, is another."""
    return "".join([find_block(*block.split(":")).asserts() for block in blocks])
