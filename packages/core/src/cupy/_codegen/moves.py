"""Operations of the core that are no ufuncs: copy, cast, select, index ramps."""
from dataclasses import dataclass

from cupy._codegen.naming import LETTERS

__all__ = ["ARANGE", "CARRIERS", "COPY", "MOVES", "WHERE", "astype"]

#: The letter whose type carries raw items of so many bytes.
CARRIERS = {1: "B", 2: "H", 4: "I", 8: "L", 16: "D"}


@dataclass(frozen=True, slots=True)
class Move:
    """An operation as the code generator wants it."""

    name: str
    nin: int
    nout: int
    table: tuple
    headers: tuple = ()

    def loops(self):
        """Every loop: ``(ins, outs, body)``."""
        return self.table


#: Items of 1, 2, 4, 8 and 16 bytes as they are; with a scalar input it fills.
COPY = Move("copy", 1, 1, tuple((c, c, "out0 = in0") for c in CARRIERS.values()))

#: ``in0 ? in1 : in2`` of raw items.
WHERE = Move("where", 3, 1, tuple(
    ("?" + c + c, c, "out0 = in0 ? in1 : in2") for c in CARRIERS.values()))

#: ``in0 + i * in1`` at the C-order index i; the scalars are of a type that holds the result.
ARANGE = Move("arange", 2, 1, tuple(
    (c * 2, letter, "out0 = cast<out0_t>(in0 + cast<in0_t>(i) * in1)")
    for letter in LETTERS
    for c in ["l" if letter in "?bBhHiIl" else "L" if letter == "L" else "D" if letter in "FD" else "d"]))


def astype(letter):
    """Casts from one element type to every other."""
    return Move(f"astype_{letter.replace('?', 'o')}", 1, 1, tuple(
        (letter, to, "out0 = cast<out0_t>(in0)") for to in LETTERS if to != letter))


MOVES = (COPY, WHERE, ARANGE, *map(astype, LETTERS))
