"""Filters, interpolation, morphology and measurements of images."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy_testing.bench._case import Suite
from cupy_testing.bench.composite import edge

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library

suite = Suite("scipy")


def row(name: str, n: int, call: Callable[..., Any], values: Callable[..., Any] | None = None) -> None:
    """A case on a square image; `values` makes it from uniform random numbers."""
    def make(lib: Library) -> Callable[..., Any]:
        ndimage, size = lib.scipy("ndimage"), edge(lib, n)
        host = lib.source.rand(size, size)
        image = lib.array(values(host) if values else host.astype("f"))
        return lambda: call(ndimage, image)

    suite.row(name, make)


row("gaussian_filter_4096", 4096, lambda nd, a: nd.gaussian_filter(a, 3))
row("uniform_filter15_4096", 4096, lambda nd, a: nd.uniform_filter(a, 15))
row("median_filter5_2048", 2048, lambda nd, a: nd.median_filter(a, 5))
row("median_filter31_2048_u8", 2048, lambda nd, a: nd.median_filter(a, 31),
    lambda host: (host * 255).astype("u1"))
row("maximum_filter15_4096", 4096, lambda nd, a: nd.maximum_filter(a, 15))
row("maximum_filter31_4096", 4096, lambda nd, a: nd.maximum_filter(a, 31))
row("median_filter51_5120_u8", 5120, lambda nd, a: nd.median_filter(a, 51), lambda host: (host * 255).astype("u1"))
row("gaussian_filter4_4096", 4096, lambda nd, a: nd.gaussian_filter(a, 4))
row("sobel_4096", 4096, lambda nd, a: nd.sobel(a))
row("binary_erosion_4096", 4096, lambda nd, a: nd.binary_erosion(a, [[1] * 3] * 3), lambda host: host > 0.1)
row("edt_4096", 4096, lambda nd, a: nd.distance_transform_edt(a), lambda host: host > 0.01)
row("zoom2_order3_1024", 1024, lambda nd, a: nd.zoom(a, 2, order=3))
row("label_4096", 4096, lambda nd, a: nd.label(a), lambda host: host > 0.6)
row("edt_2048", 2048, lambda nd, a: nd.distance_transform_edt(a), lambda host: host > 0.01)
row("binary_dilation5_4096", 4096, lambda nd, a: nd.binary_dilation(a, iterations=5),
    lambda host: host > 0.99)


@suite.case("affine_order1_2048")
def affine(lib: Library) -> Callable[..., Any]:
    import numpy

    n = edge(lib, 2048)
    a, ndimage = lib.random((n, n)), lib.scipy("ndimage")
    m = lib.array(numpy.array([[0.9, 0.1], [-0.1, 0.9]]))
    return lambda: ndimage.affine_transform(a, m, order=1)


@suite.case("convolve7x7_4096")
def convolve(lib: Library) -> Callable[..., Any]:
    n = edge(lib, 4096)
    a, w, ndimage = lib.random((n, n)), lib.random((7, 7)), lib.scipy("ndimage")
    return lambda: ndimage.convolve(a, w)


@suite.case("map_coordinates3_16Mi")
def map_coordinates(lib: Library) -> Callable[..., Any]:
    n = edge(lib, 4096)
    a, ndimage = lib.random((n, n)), lib.scipy("ndimage")
    points = lib.array((lib.source.rand(2, n * n) * n).astype("f"))
    return lambda: ndimage.map_coordinates(a, points, order=3)


@suite.case("map_coordinates3_warp_16Mi")
def warp(lib: Library) -> Callable[..., Any]:
    """Neighbouring points of a picture that is turned, shrunk and bent, where the row above has points anywhere."""
    import numpy

    n = edge(lib, 4096)
    a, ndimage = lib.random((n, n)), lib.scipy("ndimage")
    y, x = numpy.ogrid[:n, :n]
    points = numpy.stack([0.97 * y + 0.05 * x + 20 * numpy.sin(x / 300), 0.96 * x - 0.04 * y + 20 * numpy.cos(y / 200)])
    points = lib.array(points.reshape(2, n * n).astype("f"))
    return lambda: ndimage.map_coordinates(a, points, order=3)


def labelled(name: str, call: Callable[..., Any]) -> None:
    """A case on 4096 x 4096 float32 numbers with 20 labels in squares."""
    @suite.case(name)
    def case(lib: Library) -> Callable[..., Any]:
        import numpy

        n = edge(lib, 4096)
        a, ndimage = lib.random((n, n)), lib.scipy("ndimage")
        squares = numpy.arange(n) // 64
        labels = lib.array(((squares[:, None] * 7 + squares) % 20).astype("i"))
        index = numpy.arange(20)
        return lambda: call(ndimage, a, labels, lib.array(index))


labelled("sum_labels20_4096", lambda nd, a, labels, index: nd.sum_labels(a, labels, index))
labelled("median_labels20_4096", lambda nd, a, labels, index: nd.median(a, labels, index))
labelled("maximum_labels20_4096", lambda nd, a, labels, index: nd.maximum(a, labels, index))

#: Images, stacks of images and a volume on which no function may be slow; names of the rows begin with these words.
SHAPES = {"tile": (64, 64), "picture": (512, 512), "volume": (128, 128, 128), "stack": (64, 64, 64)}


def over_shapes(name: str, call: Callable[..., Any], shapes: tuple[str, ...] | dict[str, tuple[int, ...]] = SHAPES,
                values: Callable[..., Any] | None = None) -> None:
    """A case for each shape; `call` gets the size of a window, or what else has an entry an axis, by a function."""
    for word in shapes:
        def make(lib: Library, word: Any = word) -> Callable[..., Any]:
            shape = SHAPES[word]
            host = lib.source.rand(*shape)
            image, ndimage = lib.array(values(host) if values else host.astype("f")), lib.scipy("ndimage")

            def each(value: Any, other: Any) -> Any:
                """`value` along the axes of an image, `other` along that of a stack."""
                return (other, value, value) if word == "stack" else (value,) * len(shape)

            return lambda: call(ndimage, image, each)

        suite.row(f"{word}_{name}", make)


over_shapes("gaussian", lambda nd, a, each: nd.gaussian_filter(a, each(2, 0)))
over_shapes("uniform5", lambda nd, a, each: nd.uniform_filter(a, each(5, 1)))
over_shapes("maximum5", lambda nd, a, each: nd.maximum_filter(a, each(5, 1)))
over_shapes("median3", lambda nd, a, each: nd.median_filter(a, each(3, 1)))
over_shapes("sobel", lambda nd, a, each: nd.sobel(a), ("tile", "picture", "volume"))
over_shapes("erosion", lambda nd, a, each: nd.grey_erosion(a, each(3, 1)))
over_shapes("binary_dilation", lambda nd, a, each: nd.binary_dilation(a), ("tile", "picture", "volume"),
            lambda host: host > 0.9)
over_shapes("zoom1", lambda nd, a, each: nd.zoom(a, each(1.5, 1), order=1))
over_shapes("shift3", lambda nd, a, each: nd.shift(a, each(0.5, 0), order=3))
over_shapes("label", lambda nd, a, each: nd.label(a), ("tile", "picture", "volume"), lambda host: host > 0.6)
over_shapes("edt", lambda nd, a, each: nd.distance_transform_edt(a), ("tile", "picture", "volume"),
            lambda host: host > 0.05)
over_shapes("extrema", lambda nd, a, each: nd.extrema(a), ("tile", "picture", "volume"))
