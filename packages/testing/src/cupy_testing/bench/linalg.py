"""Functions of matrices, structured and banded systems."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy_testing.bench._case import Suite
from cupy_testing.bench.library import shrunk

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library

suite = Suite("scipy")


def row(name: str, shapes: list[tuple[int, ...]], call: Callable[..., Any], char: str = "d") -> None:
    """A case on uniform random arrays of these shapes, which shrink with the scale."""
    def make(lib: Library) -> Callable[..., Any]:
        linalg = lib.scipy("linalg")
        arrays = [lib.array(lib.source.rand(*shrunk(lib, shape)).astype(char)) for shape in shapes]
        return lambda: call(linalg, *arrays)

    suite.row(name, make)


def banded(name: str, width: int, n: int, columns: int) -> None:
    """A system with `width` diagonals on each side of the main one."""
    def make(lib: Library) -> Callable[..., Any]:
        linalg = lib.scipy("linalg")
        size, = shrunk(lib, (n,))
        ab = lib.source.rand(2 * width + 1, size)
        ab[width] += 2 * width
        ab, b = lib.array(ab), lib.array(lib.source.rand(size, columns))
        return lambda: linalg.solve_banded((width, width), ab, b)

    suite.row(name, make)


row("expm_1024_f64", [(1024, 1024)], lambda la, a: la.expm(a))
row("expm_batched_10000x8_f64", [(10000, 8, 8)], lambda la, a: la.expm(a))
row("sqrtm_256_f64", [(256, 256)], lambda la, a: la.sqrtm(a))
row("lu_factor_2048_f64", [(2048, 2048)], lambda la, a: la.lu_factor(a, check_finite=False))
row("solve_triangular_2048_f64", [(2048, 2048), (2048, 16)],
    lambda la, a, b: la.solve_triangular(a, b, lower=True, check_finite=False))
row("toeplitz_4096_f64", [(4096,)], lambda la, c: la.toeplitz(c))
row("solve_toeplitz_2048_f64", [(2048,), (2048,)], lambda la, c, b: la.solve_toeplitz(c, b))
row("solve_circulant_1e6_f64", [(1 << 20,), (1 << 20,)], lambda la, c, b: la.solve_circulant(c, b, singular="lstsq"))
row("matmul_toeplitz_1e6_f64", [(1 << 20,), (1 << 20,)], lambda la, c, b: la.matmul_toeplitz(c, b))
banded("solve_banded_tridiagonal_1e6_f64", 1, 1 << 20, 1)
banded("solve_banded_5_2048x8192_f64", 2, 2048, 8192)
