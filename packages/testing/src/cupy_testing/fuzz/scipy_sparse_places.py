"""Random calls that read and write items of sparse matrices by their places, and that make matrices of odd input."""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import family, filled_text
from cupy_testing.fuzz.operands import Operand
from cupy_testing.fuzz.scipy_modules import on
from cupy_testing.fuzz.scipy_sparse import FORMATS, WORDS, Structure, expressed, one_of, told

if TYPE_CHECKING:
    from types import ModuleType

__all__ = []

_KEYS = ("csr", "csc", "csr", "csc", "lil", "dok", "coo", "bsr", "dia")


def _key(rng: numpy.random.Generator, n: int) -> str:
    """An index of an axis of n, as text."""
    i, j = (int(k) for k in rng.integers(-n - 1, n + 1, 2))
    some = [int(k) for k in rng.integers(-n, max(n, 1), rng.integers(0, 4))] if n else []
    step = int(rng.choice([1, 2, -1, -2, 3]))
    mask = [bool(b) for b in rng.integers(0, 2, n)]
    return str(rng.choice([str(i), f"numpy.int32({i})", f"{i}:{j}", f"{i}:{j}:{step}", ":", f"::{step}", f"{some}",
                           f"xp.asarray({some}, dtype='l')", f"xp.asarray({mask}, dtype=bool)", f"{mask}",
                           f"xp.asarray({some}, dtype='l')[:, None]"]))


def _keys(rng: numpy.random.Generator, shape: tuple[int, ...]) -> str:
    first, second = (_key(rng, n) for n in shape)
    return str(rng.choice([first, *(f"{first}, {second}",) * 3, f"..., {second}", f"{first}, ...", f"None, {first}",
                           "A.toarray() > 0", "A > 0", f"{first}, None", "..."]))


@family
def sparse_index(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    A = Structure(rng, _KEYS)
    return expressed(f"A[{_keys(rng, A.shape)}]", [A])


_VALUES = ["5", "5", "{number}", "B[:1]", "B", "B.toarray()", "[1, 2]", "xp.asarray([1.5, 2])", "xp.asarray([2j])",
           "xp.zeros((0,))", "B[:, :1]", "xp.ones((1, 1))", "B.toarray()[:, :1]"]


@family
def sparse_assign(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    A, value = Structure(rng, ("csr", "csc", "lil", "csr", "csc", "lil", *FORMATS), kinds="dfDl?"), one_of(rng, _VALUES)
    whole = ":, :" if "B" in value and rng.random() < 0.5 else _keys(rng, A.shape)
    text = f"changed(A, '__setitem__', numpy.s_[{whole}], {value})"
    return expressed(text, [A, Structure(rng, ("csr", "csc", "coo", "lil"), A.shape, "dl")])


@family
def sparse_setdiag(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    A, length = Structure(rng), int(rng.integers(0, 6))
    x = Operand(rng, (length,), str(rng.choice(list("?lfdFD"))), "contiguous")
    given = str(rng.choice(["x", "x", "x[:1]", "2.5", "1j", "list(range(3))", "x[None]"]))
    text = filled_text(rng, f"changed(A, 'setdiag', {given}, {{k}})", WORDS)
    return expressed(text, [A], [x, x])


_SHAPES = ["", ", shape=({length}, {length})", ", ({length}, {length})", ", dtype={dtype}", ", shape=({length},)",
           ", shape=(4, 4)", ", shape=(4, 4), dtype={dtype}", ", copy=True"]
_MADE = [
    "(x, (i, j))", "(x, (i, j))", "(x, i, j)", "(x, i, indptr)", "(x, i, indptr)", "x", "x[:, None]", "x[None]",
    "[[1, 2], [3, 4]]", "({length}, {length})", "({length},)", "(x[:, None, None], i, indptr)",
    "(x.reshape(-1, 1, 1).repeat(2, 2), i, indptr)", "[1, 2, 3]", "5", "[[]]",
    "(xp.asarray([1, 2]), (xp.asarray([0, 0]), xp.asarray([1, 1])))", "(x[None], [{k}])", "(x, (i, i, j))", "(2.5, 3)",
    "'a'", "((1, 2), (0, 1))", "xp.zeros((2, 0))", "xp.zeros((2, 2, 2))", "(x, i)", "xp.ones((2, 2), 'e')",
    "([1, 2], ([0, 1], [1, 0]))", "([1., 2], [0, 1], [0, 1, 2])", "(x[:2][None], [0, 1])", "(-1, 2)",
]


@family
def sparse_made(rng: numpy.random.Generator) -> Any:
    """Constructors of what may be no matrix; what SciPy made is looked at first: it reads beside its arrays."""
    n, count = int(rng.integers(1, 5)), int(rng.integers(0, 5))
    x = Operand(rng, (count,), str(rng.choice(list("dlFe?"))), "contiguous")
    i, j = ([int(k) for k in rng.integers(-1 if rng.random() < 0.2 else 0, n + 1, count)] for _ in range(2))
    starts = [int(k) for k in numpy.sort(rng.integers(0, count + 2, n + 1))]
    starts[0] = 0 if rng.random() < 0.7 else starts[0]
    starts[-1] = count if rng.random() < 0.7 else starts[-1]
    kind = f"{rng.choice(FORMATS)}_{rng.choice(['matrix', 'array'])}"
    numbers = {"i": i, "j": j, "indptr": starts}
    text = re.sub(r"\b(i|j|indptr)\b", lambda found: f"xp.asarray({numbers[found[1]]}, dtype='i')", one_of(rng, _MADE))
    text += one_of(rng, _SHAPES)
    made = eval(f"lambda s, xp, x: s.{kind}({text})")       # noqa: S307 - of the tables above

    def call(s: ModuleType, xp: ModuleType, x: Any) -> tuple[str, Any]:
        A = made(s, xp, x)
        if hasattr(A, "check_format"):
            A.check_format(True)
            if (A.indptr[1:] < A.indptr[:-1]).any():        # which SciPy does not see if the last one is zero
                raise ValueError("starts of rows descend")
        return told(A)
    return f"{kind}({text})", on("sparse", call), [x]


@family
def sparse_files(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    """Saved and loaded again."""
    A = Structure(rng, ("csr", "csc", "coo", "bsr", "dia"), special=0.3)
    return expressed(filled_text(rng, "saved(s, A, {truth})", WORDS), [A])
