"""Matrix products, decompositions and transforms: the vendor's libraries on a GPU."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy_testing.bench._case import SAME, Suite

if TYPE_CHECKING:
    from types import ModuleType
    from cupy_testing.bench._library import Library

suite = Suite("library")


def row(name: str, operands: list[tuple[tuple[Any, ...], str]], call: Callable[..., Any], torch: Any = SAME) -> None:
    """A case on arrays of these ``(shape, type)``; the last dimensions shrink with the scale."""
    def bind(call: Callable[..., Any]) -> Callable[..., Any]:
        def make(lib: Library) -> Callable[..., Any]:
            arrays = [lib.array(lib.source.rand(*shrunk(lib, shape)).astype(char))
                      for shape, char in operands]
            return lambda: call(lib.xp, *arrays)

        return make

    suite.row(name, bind(call), torch=SAME if torch is SAME else torch and bind(torch))


def shrunk(lib: Library, shape: Any) -> Any:
    """A shape for a machine that runs at this scale: the largest dimensions are halved."""
    shape, scale = list(shape), lib.scale
    while scale <= 0.25 and max(shape) > 16:
        shape = [max(1, n // 2) if n == max(shape) else n for n in shape]
        scale *= 4
    return shape


def contraction(xp: ModuleType, left: Any, right: Any, result: Any, a: Any) -> Any:
    """Of a tensor with itself: by cuTENSOR's name where the library has it."""
    if xp.__name__ != "cupy":
        return xp.einsum(f"{left},{right}->{result}", a, a)
    from cupyx import cutensor

    return cutensor.contraction(1, a, left, a, right, 0, xp.empty_like(a), result)


def positive(name: str, n: int, call: Callable[..., Any], torch: Any = SAME) -> None:
    """A case on a symmetric positive definite matrix and a right-hand side."""
    def bind(call: Callable[..., Any]) -> Callable[..., Any]:
        def make(lib: Library) -> Callable[..., Any]:
            m, = shrunk(lib, (n,))
            x = lib.source.rand(m, m)
            x = x @ x.T
            x.flat[::m + 1] += m
            a, b = lib.array(x), lib.array(lib.source.rand(m, 16))
            return lambda: call(lib.xp, a, b)

        return make

    suite.row(name, bind(call), torch=SAME if torch is SAME else bind(torch))


for _char, _name in (("f", "float32"), ("d", "float64"), ("e", "float16")):
    row(f"matmul4096_{_name}", [((4096, 4096), _char)], lambda xp, a: a @ a)
row("matmul4096_int8", [((4096, 4096), "b")], lambda xp, a: a @ a, torch=None)
row("matmul_batched_64x256", [((64, 256, 256), "f")], lambda xp, a: a @ a)
row("einsum_bij_bjk", [((64, 256, 256), "f")], lambda xp, a: xp.einsum("bij,bjk->bik", a, a))
row("tensordot", [((64, 64, 64, 64), "f")],
    lambda xp, a: xp.tensordot(a, a, axes=([1, 3], [0, 2])),
    lambda xp, a: xp.tensordot(a, a, dims=([1, 3], [0, 2])))
row("contraction_abcd_dbef", [((64, 64, 64, 64), "f")], lambda xp, a: contraction(xp, "abcd", "dbef", "feac", a),
    lambda xp, a: xp.einsum("abcd,dbef->feac", a, a))
row("fft_1d_batched_c64", [((4096, 4096), "F")], lambda xp, a: xp.fft.fft(a))
row("fft2_c64", [((4096, 4096), "F")], lambda xp, a: xp.fft.fft2(a))
row("rfftn_f32", [((256, 256, 256), "f")], lambda xp, a: xp.fft.rfftn(a))
row("fft_axis0_c64", [((4096, 4096), "F")], lambda xp, a: xp.fft.fft(a, axis=0),
    lambda xp, a: xp.fft.fft(a, dim=0))
row("ifft_1d_batched_c64", [((4096, 4096), "F")], lambda xp, a: xp.fft.ifft(a))
row("fft_middle_axis_c64", [((256, 256, 256), "F")], lambda xp, a: xp.fft.fft(a, axis=1),
    lambda xp, a: xp.fft.fft(a, dim=1))
row("irfftn_f32", [((256, 256, 129), "F")], lambda xp, a: xp.fft.irfftn(a))
positive("solve_2048_f64", 2048, lambda xp, a, b: xp.linalg.solve(a, b))
positive("cholesky_2048_f64", 2048, lambda xp, a, b: xp.linalg.cholesky(a))
positive("eigh_1024_f64", 1024, lambda xp, a, b: xp.linalg.eigh(a))
row("svd_1024_f32", [((1024, 512), "f")], lambda xp, a: xp.linalg.svd(a, full_matrices=False))
row("qr_2048_f32", [((2048, 1024), "f")], lambda xp, a: xp.linalg.qr(a))
row("inv_batched_1000x16_f32", [((1000, 16, 16), "f")], lambda xp, a: xp.linalg.inv(a))
row("det_batched_1000x16_f32", [((1000, 16, 16), "f")], lambda xp, a: xp.linalg.det(a))
row("solve_batched_1000x16_f32", [((1000, 16, 16), "f")], lambda xp, a: xp.linalg.solve(a, a))
row("eigh_batched_1000x16_f32", [((1000, 16, 16), "f")], lambda xp, a: xp.linalg.eigh(a))
row("qr_batched_1000x16_f32", [((1000, 16, 16), "f")], lambda xp, a: xp.linalg.qr(a))
row("qr_batched_100x200x100_f32", [((100, 200, 100), "f")], lambda xp, a: xp.linalg.qr(a))
row("svd_batched_1000x16_f32", [((1000, 16, 16), "f")], lambda xp, a: xp.linalg.svd(a, full_matrices=False))
row("svd_batched_100x64_f32", [((100, 64, 64), "f")], lambda xp, a: xp.linalg.svd(a, full_matrices=False))
row("eig_batched_100x32_f32", [((100, 32, 32), "f")], lambda xp, a: xp.linalg.eig(a))
row("inv_batched_100000x4_f32", [((100000, 4, 4), "f")], lambda xp, a: xp.linalg.inv(a))
row("matvec_1024_f32", [((1024, 1024), "f"), ((1024,), "f")], lambda xp, a, v: a @ v)
