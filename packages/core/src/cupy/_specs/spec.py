"""How an operation is stated: its types and the C++ of its steps, as data."""
import functools
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from cupy._specs.record import Record

#: Dtype chars of the element types; the position of a dtype char is its type code.
TYPES = "?bBhHiIlLeEfdFD"


class Row(Record):
    """One or many loops that share a snippet."""

    types: str
    outs: str | None
    body: str
    exact: bool = False

    def loops(self, nin: int, nout: int) -> Iterator[tuple[str, str, str]]:
        """Yield ``(input dtype chars, output dtype chars, body)`` of each loop."""
        if self.exact:
            yield self.types, self.outs or "", self.body
            return
        for char in self.types:
            yield char * nin, self.outs or char * nout, self.body


def each(types: str, body: str, out: str | None = None) -> Row:
    """One loop for each dtype char of `types`: all inputs of that type, outputs too unless `out`."""
    return Row(types, out, body)


def loop(signature: str, body: str) -> Row:
    """The one loop with this signature, as ``"ei->e"``."""
    ins, outs = signature.split("->")
    return Row(ins, outs, body, exact=True)


class Operation(Protocol):
    """What kernels of elements are written from: a `UfuncSpec`, or what a user's kernel says."""

    @property
    def name(self) -> str: ...

    @property
    def nin(self) -> int: ...

    @property
    def nout(self) -> int: ...

    @property
    def headers(self) -> tuple[str, ...]: ...

    @property
    def preamble(self) -> str: ...

    def loops(self) -> Sequence[tuple[str, str, str]]: ...


class UfuncSpec(Record):
    """An elementwise operation, before anything is compiled."""

    name: str
    nin: int
    nout: int
    rows: tuple
    identity: Any = None
    doc: str = ""
    headers: tuple = ()          # e.g. ("math/gamma.hpp",), beyond the standard ones
    include_roots: tuple = ()    # folders where an extension's headers are
    default_casting: str = "same_kind"
    preamble: str = ""           # of a user's ufunc: macros, headers and functions
    ordered: bool = False        # its loops are looked at in order, as NumPy does where a ufunc has no rules of its own
    indexed: bool = False        # the snippet uses `i`, the position in C order
    refuse: Mapping = MappingProxyType({})  # input dtype chars -> text of the TypeError
    associative: bool = False    # results of parts may be combined in any order
    any_order: bool = False      # so may repeated changes of an item: at most roundings differ
    one_axis: bool = False       # NumPy reduces one axis at most, although parts could be combined
    reduces_as: str = ""         # the public function that reduces as it does
    accumulates_as: str = ""     # the scan of `cupy._specs.scans` that accumulates as it does
    widens: bool = False         # small integers are reduced and accumulated in 64 bits
    logical: bool = False        # it takes operands for truth values, and reduces to them
    keeps_bool: bool = False     # of Python's bools it gives a bool, for which other operations are those of integers
    is_power: bool = False       # integers take no negative Python number as exponent, and float results are whole
    test: Mapping = MappingProxyType({})  # domain=(lo, hi), ulp=4, special=True, …
    title: str = ""              # the name that users see, if kernels have another
    __eq__ = object.__eq__      # pyright: ignore[reportAssignmentType]  (one of a kind)
    __hash__ = object.__hash__

    def loops(self) -> list[tuple[str, str, str]]:
        """Every loop in order of preference: ``(ins, outs, body)``."""
        return [item for row in self.rows for item in row.loops(self.nin, self.nout)]


#: Input dtype chars by how many items 16 bytes hold.
_VECTORS = {16: "?bB", 8: "hHeE", 4: "iIf", 2: "lLdF", 1: "D"}


class Fold(Record):
    """Reductions of some input types with one accumulator and one output type."""

    types: str
    acc: str | None      # a dtype char, or a C++ type with {in} for the input's; None: the input's type
    out: str | None      # a dtype char; None: the input's type
    final: str = ""      # in place of the reduction's
    chunk: str = ""
    small: str = ""


#: Strategies of reductions, by number: threads side by side along the reduced items, or over the outputs, by vectors
#: too; in shared memory.
STRATEGIES = ("rows", "columns", "wide", "tile", "flat")


class ReductionSpec(Record):
    """A reduction, before anything is compiled: map each item, combine two, finish."""

    name: str
    rows: tuple
    map: str                     # of `in0` and its position `i`, to an `acc_type`
    combine: str                 # of `a` and `b`
    finish: str                  # of `a`, with the parameters `p` (whole, extra)
    identity: str                # C++ value; what it reduces nothing to, if `empty` allows that
    empty: bool = True           # an empty reduction has a value,
    empty_value: Any = 0         # this one
    numpy_name: str = ""         # of the ufunc that NumPy's message about an empty reduction names
    promotes_out: bool = False   # inexact items are reduced in the type that they and `out` have in common
    final: str = "false"         # of `a`: no further item changes it
    chunk: str = ""              # accumulator of an array `x` of N items at once
    small: str = ""              # of device/reduce_small.hpp: how devices reduce bytes and 16-bit integers in words
    running: str = ""            # of real items: sums that devices take one by one, in place of accumulators
    keeps_single: bool = False   # one item reduces to itself, in the dtype of the result
    stages: bool = False         # reduces what it has been reduced to, as well as all at once
    through: Any = None          # else two reductions that do as much: of the outer axes, and of their results
    strategies: tuple = STRATEGIES   # that it has kernels for: where these are not all, devices alone call it
    repeats: str = ""            # the same item n times is as good as "once", or n "times" it, or its "power"
    sign: int = 0                # looks for the first of the largest (1) or smallest (-1) items
    ordered: bool = False        # positions matter: axes keep their order
    packed: str = ""             # input dtype chars compiled in advance for devices; the common ones if empty
    slices: bool = False         # reduces slices of an axis, and is not scanned
    neighbour: bool = False      # of a scan: `map` sees the item `before`, `finish` also `in0`, both the parameters `p`
    headers: tuple = ()
    largest: int = 32            # bytes of an accumulator, at most
    preamble: str = ""           # of a user's kernel
    before: str = ""             # of a user's kernel: macros and headers
    options: tuple = ()          # of a user's kernel, for the compiler
    doc: str = ""
    __eq__ = object.__eq__      # pyright: ignore[reportAssignmentType]  (one of a kind)
    __hash__ = object.__hash__

    def loops(self) -> list[tuple[str, str, str]]:
        """Every loop: ``(input dtype char, accumulator, output dtype char)``."""
        return self._loops

    @functools.cached_property
    def _loops(self) -> list[tuple[str, str, str]]:
        return [(char, row.acc or char, row.out or char) for row in self.rows for char in row.types]

    def row(self, char: str) -> Fold:
        """The first row for an input dtype char."""
        return next(row for row in self.rows if char in row.types)

    def in_words(self) -> str:
        """The input dtype chars whose items devices reduce some at a time, in the words that they lie in."""
        return "".join(char for row in self.rows if row.small or self.small for char in row.types if char in "?bBhH")


    def flat_items(self, char: str, acc: str) -> int:
        """How many items of a vector devices reduce apart from one another (device/reduce_flat.hpp); 0: none."""
        vector = next(n for n, chars in _VECTORS.items() if char in chars)
        if char in self.in_words() or self.sign:
            return vector
        if self.running:
            return min(vector, 4) if char not in "FD" else 0
        return vector if len(acc) == 1 and self.largest <= 32 else 0


def fold(types: str, acc: str | None = None, out: str | None = None, *, final: str = "", chunk: str = "",
         small: str = "") -> Fold:
    """Rows of a reduction for each dtype char of `types`."""
    return Fold(types, acc, out, final, chunk, small)
