"""Filters, interpolation, morphology and measurements of images."""
from cupy_testing.bench._case import Suite
from cupy_testing.bench.composite import edge

suite = Suite("scipy")


def row(name, n, call, values=None):
    """A case on a square image; `values` makes it from uniform random numbers."""
    def make(lib):
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
def affine(lib):
    import numpy

    n = edge(lib, 2048)
    a, ndimage = lib.random((n, n)), lib.scipy("ndimage")
    m = lib.array(numpy.array([[0.9, 0.1], [-0.1, 0.9]]))
    return lambda: ndimage.affine_transform(a, m, order=1)


@suite.case("convolve7x7_4096")
def convolve(lib):
    n = edge(lib, 4096)
    a, w, ndimage = lib.random((n, n)), lib.random((7, 7)), lib.scipy("ndimage")
    return lambda: ndimage.convolve(a, w)


@suite.case("map_coordinates3_16Mi")
def map_coordinates(lib):
    n = edge(lib, 4096)
    a, ndimage = lib.random((n, n)), lib.scipy("ndimage")
    points = lib.array((lib.source.rand(2, n * n) * n).astype("f"))
    return lambda: ndimage.map_coordinates(a, points, order=3)


def labelled(name, call):
    """A case on 4096 x 4096 float32 numbers with 20 labels in squares."""
    @suite.case(name)
    def case(lib):
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
