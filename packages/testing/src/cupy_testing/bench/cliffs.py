"""Shapes that were once slow, far from the speed of memory or slower than other libraries: none may become so again."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.bench._case import SAME, Suite

if TYPE_CHECKING:
    from types import ModuleType
    from cupy_testing.bench._library import Library

suite = Suite("cliffs")

THIN, MATRIX, ROWS = (1 << 24, 3), (6001, 7919), (250_000, 64)


def shaped(lib: Library, shape: tuple[int, ...], char: str = "f") -> Any:
    """Random items whose longest axis is as long as the scale has it."""
    longest = max(range(len(shape)), key=lambda axis: shape[axis])
    length = max(1, int(shape[longest] * min(1.0, lib.scale)))
    return lib.random((*shape[:longest], length, *shape[longest + 1:]), char)


def row(name: str, shape: tuple[int, ...], char: str, body: Callable[..., Any], moved: float,
        torch: Any = SAME) -> None:
    """A case on one operand, of whose items `moved` bytes each are read and written."""
    def bind(body: Callable[..., Any]) -> Callable[..., Any]:
        return lambda lib: body(lib.xp, shaped(lib, shape, char))

    suite.row(name, bind(body), torch=SAME if torch is SAME else torch and bind(torch),
              nbytes=lambda lib: int(moved * numpy.prod(shape) * min(1.0, lib.scale)))


def rotated(xp: ModuleType, a: Any) -> Callable[..., Any]:
    return lambda: xp.ascontiguousarray(xp.rot90(a))


def every_third(xp: ModuleType, a: Any) -> Callable[..., Any]:
    x, y = a[0, ::3], a[1, ::3]
    return lambda: x + y


def all_true(xp: ModuleType, a: Any) -> Callable[..., Any]:
    ones = a | True
    return lambda: ones.all()


def wide_sum(xp: ModuleType, a: Any) -> Callable[..., Any]:
    return lambda: a.sum(axis=1, dtype=xp.float64)


def running_product(xp: ModuleType, a: Any) -> Callable[..., Any]:
    near_one = a / 100 + 0.5
    return lambda: xp.cumprod(near_one, 1)


def added_row(xp: ModuleType, a: Any) -> Callable[..., Any]:
    first = a[:1] + 0
    return lambda: a + first


def permuted(xp: ModuleType, a: Any) -> Callable[..., Any]:
    turned = a.transpose(3, 1, 0, 2, 4)
    return lambda: xp.ascontiguousarray(turned)


row("sum_thin_rows", THIN, "f", lambda xp, a: lambda: a.sum(axis=1), 4 + 4 / 3)
row("mean_three_planes", THIN[::-1], "f", lambda xp, a: lambda: a.mean(axis=0), 4 + 4 / 3)
row("sum_int32_as_float64", MATRIX, "i", wide_sum, 4)
row("copy_permuted_5_axes", (16, 31, 33, 63, 17), "f", permuted, 8,
    lambda xp, a: lambda: a.permute(3, 1, 0, 2, 4).contiguous())
row("copy_rotated_u8", MATRIX, "B", rotated, 2, lambda xp, a: lambda: xp.rot90(a).contiguous())
row("argmin_columns", MATRIX, "f", lambda xp, a: lambda: a.argmin(axis=0), 4)
row("mean_axes01", (701, 1021, 67), "f", lambda xp, a: lambda: a.mean(axis=(0, 1)), 4)
row("cumsum_columns_int32", MATRIX, "i", lambda xp, a: lambda: xp.cumsum(a, 0), 12)
row("cumprod_rows", MATRIX, "f", running_product, 8)
row("add_row_of_3", THIN, "f", added_row, 8)
row("every_third_int8", (2, 48 << 20), "b", every_third, 1.5)
row("sum_int8", (1 << 26,), "b", lambda xp, a: lambda: a.sum(), 1)
row("all_bool", (1 << 26,), "?", all_true, 1)


@suite.case("assign_rows", torch=SAME, nbytes=lambda lib: int(2 * 4 * min(1.0, lib.scale) * numpy.prod(ROWS)))
def assign_rows(lib: Library) -> Callable[..., Any]:
    a = shaped(lib, ROWS)
    values, order = a + 1, lib.array(lib.source.permutation(len(a)))

    def call() -> None:
        a[order] = values

    return call


@suite.case("convolve_1e6_1e3")
def convolve(lib: Library) -> Callable[..., Any]:
    a, v = shaped(lib, (1_000_000,)), lib.random((1000,))
    return lambda: lib.xp.convolve(a, v)


@suite.case("squared_distances_3001", torch=SAME)
def squared_distances(lib: Library) -> Callable[..., Any]:
    a = shaped(lib, (3001, 16))
    return lambda: ((a[:, None, :] - a[None, :, :]) ** 2).sum(axis=-1)


def tall(lib: Library) -> Any:
    return shaped(lib, (20_011, 101), "d")


@suite.case("singular_values_20011x101", torch=lambda lib: (lambda a: lambda: lib.xp.linalg.svdvals(a))(tall(lib)))
def singular_values(lib: Library) -> Callable[..., Any]:
    a = tall(lib)
    return lambda: lib.xp.linalg.svd(a, compute_uv=False)


@suite.case("eigvalsh_307_complex", torch=SAME)
def eigvalsh(lib: Library) -> Callable[..., Any]:
    n = max(2, int(307 * min(1.0, lib.scale)))
    half = lib.source.rand(n, n) + 1j * lib.source.rand(n, n)
    a = lib.array(half + half.conj().T)
    return lambda: lib.xp.linalg.eigvalsh(a)




def long_row(lib: Library) -> Any:
    """More than 2**32 bytes, where that is a small part of memory."""
    return lib.random((lib.n * (2 if lib.backend == "host" else 66),), "B")


@suite.case("sort_long_row_u8", torch=SAME)
def sort_long_row(lib: Library) -> Callable[..., Any]:
    a = long_row(lib)
    return lambda: lib.xp.sort(a)
