"""Operations of the core that are no ufuncs: copy and cast."""
from cupy._codegen.naming import CHARS, identifier
from cupy._specs.record import Record

__all__ = ["CARRIERS", "COPY", "MOVES", "astype"]

#: The dtype char whose type carries raw items of so many bytes.
CARRIERS = {1: "B", 2: "H", 4: "I", 8: "L", 16: "D"}


class Move(Record):
    """An operation as the code generator wants it."""

    name: str
    nin: int
    nout: int
    table: tuple
    headers: tuple = ()
    preamble: str = ""
    whole: bool = False          # its unit has all of its loops for every language
    planar: bool = False         # its operands often lie in different orders
    is_cast: bool = False        # other kernels of the host call its loops

    def loops(self) -> tuple[tuple[str, str, str], ...]:
        """Every loop: ``(ins, outs, body)``."""
        return self.table


#: Items of 1, 2, 4, 8 and 16 bytes as they are; with a scalar input it fills.
COPY = Move("copy", 1, 1, tuple((c, c, "out0 = in0") for c in CARRIERS.values()), whole=True, planar=True)


def astype(char: str) -> Move:
    """Casts from one element type to every other."""
    return Move(f"astype_{identifier(char)}", 1, 1, tuple(
        (char, to, "out0 = cast<out0_type>(in0)") for to in CHARS if to != char), is_cast=True)


MOVES = (COPY, *map(astype, CHARS))
