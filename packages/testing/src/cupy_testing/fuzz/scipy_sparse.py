"""Random calls of sparse matrices and arrays of every format, of structures that need not be canonical.

Calls are expressions of ``s``, the sparse module of a library; ``xp``, its arrays; ``A`` and ``B``, matrices; ``x`` and
``y``, dense operands; words in braces are drawn.
"""
from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import dtype, family, filled_text
from cupy_testing.fuzz.operands import Operand
from cupy_testing.fuzz.scipy_modules import on

if TYPE_CHECKING:
    from types import ModuleType
    from cupy.typing import ArrayLike

__all__ = []

FORMATS = ("csr", "csc", "coo", "bsr", "dia", "lil", "dok")
WORDS = {
    "k": (0, 0, 1, -1, 2, -2, -5, 8), "axis": (None, 0, 1, -1, -2, 2, (0, 1), (1,)), "format": (None, *FORMATS),
    "order": ("C", "F"), "truth": (True, False), "n": (2, 3, 1, 0, -1, 0.5, 2.5),
    "number": (2, 0, -1, 2.5, 1j, True, numpy.int8(3), numpy.float32(0.5), numpy.nan, numpy.inf, -numpy.inf),
    "dtype": (None, *"?bBhHilLfdFD"), "length": (0, 1, 2, 3, 5),
}


class Structure:
    """A draw of where items are, and how a matrix of them is made of arrays."""

    def __init__(self, rng: numpy.random.Generator, formats: tuple[str, ...] = FORMATS,
                 shape: tuple[int, ...] | None = None, kinds: str = "?bhilqBfdFDdddd", special: float = 0.0) -> None:
        drawn = rng.choice([0, 1, 2, 3, 4, 6, 7], 2, p=[.05, .1, .15, .2, .2, .2, .1])
        self.shape = shape or tuple(int(n) for n in drawn)
        self.format, self.kind = str(rng.choice(formats)), str(rng.choice(["matrix", "array"]))
        size = int(numpy.prod(self.shape))
        count = int(rng.integers(0, 2 * size // 3 + 2)) if size else 0
        self.index = str(rng.choice(["i", "i", "l"]))
        self.places = [rng.integers(0, max(n, 1), count).astype(self.index) for n in self.shape]
        self.dtype = dtype(rng, kinds)
        if (rng.random() < 0.4 or self.dtype == "?") and count:     # no item twice, by rows; SciPy adds bools up later
            flat = numpy.unique(numpy.ravel_multi_index(self.places, self.shape))
            self.places = [a.astype(self.index) for a in numpy.unravel_index(flat, self.shape)]
        self.unsorted = rng.random() < 0.5
        self.data = Operand(rng, self.places[0].shape, self.dtype, "contiguous")
        if self.data.values.dtype.kind in "fc" and rng.random() >= special:
            self.data.values = numpy.nan_to_num(self.data.values, nan=0, posinf=3, neginf=-3)

    def __repr__(self) -> str:
        return f"{self.format}_{self.kind} {self.dtype}{self.index} {self.shape} {self.places[0].size}"

    def made(self, s: ModuleType, xp: ModuleType, data: Any) -> Any:
        """The matrix of the library `s`; of copies, for SciPy sorts arrays that it is given."""
        data = xp.array(data)
        if self.format in ("csr", "csc") and self.unsorted:
            row, col = self.places
            lines, minor = (row, col) if self.format == "csr" else (col, row)
            order = numpy.argsort(lines, kind="stable")
            count = self.shape[self.format == "csc"]
            starts = numpy.searchsorted(lines[order], numpy.arange(count + 1)).astype(self.index)
            triple = data[xp.asarray(order)], xp.asarray(minor[order]), xp.asarray(starts)
            return getattr(s, f"{self.format}_{self.kind}")(triple, shape=self.shape)
        coords = tuple(xp.array(a) for a in self.places)
        return getattr(s, f"coo_{self.kind}")((data, coords), shape=self.shape).asformat(self.format)


def told(x: Any) -> Any:
    """A result as something that can be compared: the class of a sparse one, and its items."""
    if hasattr(x, "tocoo"):
        return f"{x.format} {'array' if type(x).__name__.endswith('array') else 'matrix'}", _items(x.toarray())
    if isinstance(x, (tuple, list)):
        return "several", *(told(item) for item in x)
    return x if x is None or isinstance(x, str) else ("dense", _items(x))


def _items(x: Any) -> Any:
    """An array, never of numpy.matrix; numbers as arrays."""
    return x if hasattr(x, "get") else numpy.asarray(x)


def changed(A: Any, name: str, *args: Any) -> Any:
    """A matrix after a method that changes it; ``*=`` and ``/=`` return one."""
    found = getattr(A, name)(*args)
    return A if found is None else found


def saved(s: ModuleType, A: Any, compressed: bool) -> Any:
    """A matrix from a file that it was saved in."""
    file = io.BytesIO()
    s.save_npz(file, A, compressed)
    file.seek(0)
    return s.load_npz(file)


def expressed(text: str, structures: Any,
              operands: Any = ()) -> Any:
    """A call of an expression of matrices of these structures, and of dense operands."""
    call = eval(f"lambda s, xp, A, B=None, x=None, y=None: {text}")         # noqa: S307 - of the tables below

    def run(s: ModuleType, xp: ModuleType, *arrays: ArrayLike) -> tuple[Any, ...]:
        made = [a.made(s, xp, data) for a, data in zip(structures, arrays)]
        dense = dict(zip("xy", arrays[len(made):], strict=False))
        return told(call(s, xp, *made, **dense))
    return f"{text} with {structures}", on("sparse", run), [*(a.data for a in structures), *operands]


def one_of(rng: numpy.random.Generator, table: Any) -> str:
    return filled_text(rng, str(rng.choice(table)), WORDS)


_ALONE = [
    *(f"A.to{f}()" for f in FORMATS), "A.asformat({format})", "A.toarray({order})", "A.T", "A.copy()", "-A", "abs(A)",
    "A.conj()", "A.real", "A.imag", "A.astype({dtype})", "A.nnz", "str(A.shape)", "A.count_nonzero()", "A.nonzero()",
    "A.diagonal({k})", "A.trace({k})", "s.tril(A, {k}, format={format})", "s.triu(A, {k}, format={format})",
    "s.find(A)", "A.reshape(A.shape[::-1], order={order})", "A.reshape(-1, 1)", "A.reshape((1, -1), order={order})",
    "A.power({n})", "A.power({n}, dtype={dtype})", "A ** {n}", "s.hstack([A, A], format={format}, dtype={dtype})",
    "round(A, {k})", "s.vstack([A, A], format={format}, dtype={dtype})", "s.block_diag([A, A], format={format})",
    "s.kron(A, A)", "A.sqrt()", "A.sign()", "A.expm1()", "A.log1p()", "A.floor()", "A.arctan()", "A.deg2rad()",
    "A.rint()", "A.trunc()", "len(A)", "bool(A)", "tuple(A)", "A.getnnz({axis})", "A.mT", "A.transpose((1, 0))",
    "A.transpose((0, 1))", "A.maximum({number})", "A.minimum({number})", "A.getrow({length})", "A.getcol({length})",
    "A.getH()", "A.asfptype()", "A == {number}", "A != {number}", "A < {number}", "A > {number}", "A <= {number}",
    "A >= {number}", "A + {number}", "{number} - A", "A * {number}", "{number} * A", "A / {number}", "{number} / A",
    "A - {number}", "A @ {number}", "A.dot({number})", "A.multiply({number})",
    "changed(A, 'resize', ({length}, {length}))", "changed(A, 'eliminate_zeros')", "changed(A, 'sum_duplicates')",
    "changed(A, 'sort_indices')", "changed(A, 'setdiag', {number}, {k})", "changed(A, '__imul__', {number})",
    "changed(A, '__itruediv__', {number})", "A.setdiag({number}, {k})", "s.kronsum(A, A)", "s.issparse(A)",
    "A.tobsr(({length}, {length}))", "A.tobsr((2, 2))", "A == 'a'", "A != None", "s.expand_dims(A, axis={k})",
    "s.swapaxes(A, 0, {k})", "s.permute_dims(A, (1, 0))", "s.csr_matrix(A)", "s.csc_array(A)", "s.bsr_array(A)",
    "s.dia_matrix(A, dtype={dtype})", "s.coo_array(A, shape=({length}, {length}))", "s.lil_array(A)", "s.dok_matrix(A)",
    "s.eye({length}, {length}, {k}, {dtype}, {format})", "s.eye_array({length}, k={k}, format={format})",
    "s.diags([A.diagonal()], [{k}], format={format})", "s.diags_array(A.diagonal({k}), offsets={k}, dtype={dtype})",
    "s.block_array([[A, None], [None, A]], format={format})", "s.diags([1, 2], [0, {k}], shape=A.shape)",
    "s.spdiags(A.toarray(), range(A.shape[0]), {length}, {length})", "A.sum()", "s.tril(A.toarray(), {k})",
]


@family
def sparse_alone(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    text, one = one_of(rng, _ALONE), Structure(rng, special=0.3)
    if re.match("A [<>]", text):        # of NaN SciPy says what it says of zero
        one.data.values = numpy.nan_to_num(one.data.values, posinf=3, neginf=-3)
    return expressed(text, [one])


_TWO = [
    "A + B", "A - B", "A.multiply(B)", "A * B", "A @ B.T", "A @ B", "A.T @ B", "A != B", "A == B", "A < B", "A > B",
    "A <= B", "A >= B", "A.maximum(B)", "A.minimum(B)", "s.bmat([[A, B], [None, A]], format={format})", "A / B",
    "A + B.toarray()", "A.toarray() - B", "A.multiply(B.toarray())", "A / (B.toarray() + 1)", "A < B.toarray()",
    "B.toarray() == A", "A.maximum(B.toarray())", "A @ B.toarray().T", "A.T.toarray() @ B",
    "s.kron(A, B, format={format})", "s.hstack([A, B], format={format})", "s.vstack([A, B.toarray()])",
    "s.kronsum(A, B)", "A.dot(B)", "A * B[:1]", "A.multiply(B.tocsr()[:, :1])", "A.tocsr()[:1].multiply(B)",
    "A.multiply(B.toarray()[:1])", "A.dot(B.toarray())", "s.block_diag([A, 5, B], format={format})", "A + B[:1]",
    "s.kron(A.toarray(), B)", "s.kron(A, B.toarray())",
]


@family
def sparse_two(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    first = Structure(rng, special=0.1)
    second = Structure(rng, shape=first.shape if rng.random() < 0.9 else None, special=0.1)
    return expressed(one_of(rng, _TWO), [first, second])


_DENSE = ["A @ x", "A.T @ y", "y @ A", "x.T @ A.T", "A.dot(x)", "A.multiply(y[:, None])", "A.multiply(x)", "A * x",
          "A.multiply(x[:1])", "A + x", "A / y[:, None]", "A == x", "x * A", "A.multiply(y[None, :, None])"]


@family
def sparse_dense(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    A = Structure(rng)
    x = Operand(rng, (A.shape[1], *((int(rng.integers(0, 4)),) if rng.random() < 0.5 else ())), dtype(rng, "?ilfdFDd"))
    y = Operand(rng, (A.shape[0],), x.values.dtype.char)
    for one in (x, y):
        if one.values.dtype.kind in "fc":
            one.values = numpy.nan_to_num(one.values, posinf=2, neginf=-2)
    return expressed(one_of(rng, _DENSE), [A], [x, y])


_SUMS = [
    *(f"A.{f}(axis={{axis}}, dtype={{dtype}})" for f in ("sum", "mean")), "A.count_nonzero({axis})",
    *(f"A.{f}({{axis}}, explicit={{truth}})" for f in ("max", "min", "argmax", "argmin", "nanmax", "nanmin")),
    "A.sum(axis=0, out=xp.zeros((1, A.shape[1])))", "A.mean(axis=1, out=xp.zeros(A.shape[0]))",
]


@family
def sparse_sums(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]] | None:
    A, text = Structure(rng, ("csr", "csc", "coo", *FORMATS), special=0.5), one_of(rng, _SUMS)
    if numpy.dtype(A.dtype).kind == "c" and re.search(r"\.(nan|arg)?(max|min)", text):
        return None             # numbers that have no order
    return expressed(text, [A])


@family
def sparse_many_axes(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    """COO arrays of one, three or four axes."""
    shape = tuple(int(n) for n in rng.integers(0 if rng.random() < 0.1 else 1, 5, int(rng.choice([1, 3, 4]))))
    A, B = (Structure(rng, ("coo",), shape, special=0.1) for _ in range(2))
    A.kind = B.kind = "array"
    return expressed(one_of(rng, [
        "A.sum(axis={axis})", "A.max({axis})", "A.argmin({axis})", "A.mean({axis})", "A + B", "A - B", "A.multiply(B)",
        "A < B", "A != B", "A.maximum(B)", "A == {number}", "A > {number}", "A * {number}", "abs(A)",
        "A.toarray({order})", "A.T", "A.nonzero()", "A.reshape(A.shape[::-1], order={order})",
        "A.reshape(-1, order={order})", "A.tocsr()", "A @ B", "A.tensordot(B, {length})", "A.dot(B)",
        "s.expand_dims(A, axis={k})", "s.swapaxes(A, 0, {k})", "A[0]", "A[..., -1]", "A[::-1]", "A[..., ::2]",
        "A[xp.asarray([0, 0])]", "A[:, None]", "A[A.toarray() > 0]", "A.power({n})", "s.vstack([A, B])",
        "s.hstack([A, B])", "s.kron(A, B)", "A.count_nonzero({axis})", "changed(A, 'sum_duplicates')",
        "A.getnnz({axis})", "A.diagonal({k})", "A + B.toarray()", "A @ B.toarray()", "A.todok()", "len(A)", "A.tocsc()",
        "changed(A, '__setitem__', 0, {number})", "changed(A, '__setitem__', ..., 7)", "A.astype({dtype})", "-A",
        "s.coo_array(A.toarray())", "s.permute_dims(A)", "A.min({axis}, explicit={truth})", "A.tobsr()", "A.todia()",
    ]), [A, B])
