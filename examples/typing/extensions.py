"""What type checkers know about cupyx: SciPy's functions, sparse matrices, kernels, several devices, profiling."""
from typing import Any, assert_type

import numpy

import cupy
import cupyx
from cupy.typing import NDArray
from cupyx import distributed, jit, profiler
from cupyx.scipy import fft, interpolate, linalg, ndimage, signal, sparse, spatial, special, stats
from cupyx.scipy.sparse import csgraph
from cupyx.scipy.sparse import linalg as solvers
from cupyx.scipy.spatial import distance, transform

Array = cupy.ndarray
image = cupy.zeros((8, 8), "f4")

# Images: filters keep the dtype.
assert_type(ndimage.gaussian_filter(image, 2), NDArray[numpy.float32])
assert_type(ndimage.zoom(image, 2.0, order=1), NDArray[numpy.float32])
assert_type(ndimage.binary_erosion(image > 0, iterations=2), Array)
labels, count = ndimage.label(image > 0)
assert_type(count, int)
assert_type(ndimage.sum_labels(image, labels, [1, 2]), Array)

# Signals.
assert_type(signal.convolve(image, image, mode="same"), Array)
assert_type(signal.sosfiltfilt([[1.0, 0, 0, 1, 0, 0]], image), Array)
frequencies, power = signal.welch(image, fs=1000.0)
assert_type(power, Array)
assert_type(signal.windows.hann(16), Array)
assert_type(signal.butter(4, 0.2), tuple[Array, Array])
assert_type(signal.butter(4, 0.2, output="sos"), Array)
assert_type(signal.lfilter([1.0], [1.0, 0.5], image), Array)
assert_type(signal.lfilter([1.0], [1.0, 0.5], image, zi=image), tuple[Array, Array])
system = signal.lti([1.0], [1.0, 2.0])
assert_type(system.poles, Array)
assert_type(system.bode(), tuple[Array, Array, Array])

# Transforms and special functions.
assert_type(fft.dct(image, type=2), Array)
assert_type(fft.next_fast_len(1000), int)
assert_type(special.roots_legendre(3), tuple[Array, Array])
assert_type(special.roots_legendre(3, mu=True), tuple[Array, Array, float])
assert_type(special.ellipj(image, 0.5), tuple[Array, Array, Array, Array])
assert_type(special.gammaln(image), Array)
assert_type(special.softmax(image, axis=0), Array)

# Dense linear algebra.
factors, pivots = linalg.lu_factor(image)
assert_type(linalg.lu_solve((factors, pivots), image), Array)
assert_type(linalg.expm(image), Array)
assert_type(linalg.eigh(image, eigvals_only=True), Array)
values, vectors = linalg.eigh(image)
assert_type(linalg.qr(image), tuple[Array, Array])
assert_type(linalg.qr(image, mode="economic", pivoting=True), tuple[Array, Array, Array])
assert_type(linalg.svd(image, compute_uv=False), Array)
assert_type(linalg.svd(image), tuple[Array, Array, Array])
assert_type(linalg.eig(image, left=True), tuple[Array, Array, Array])
assert_type(linalg.eigh_tridiagonal([2.0, 2.0], [1.0], eigvals_only=True), Array)
assert_type(linalg.bandwidth(image), tuple[int, int])

# Sparse matrices and arrays.
matrix = sparse.csr_matrix(image)
assert_type(matrix.T @ matrix, sparse.spmatrix)
assert_type(matrix.T.tocsr() + matrix, sparse.spmatrix | Array)
assert_type(sparse.vstack([matrix, matrix]).toarray(), Array)
assert_type(matrix.count_nonzero(), int)
assert_type(matrix @ image, Array)
assert_type(matrix * 2.0, sparse.csr_matrix)
assert_type(matrix.tocsc(), sparse.csc_matrix)
assert_type(matrix.toarray(), Array)
assert_type(matrix.data, Array)
assert_type(sparse.coo_array(image).tocsr(), sparse.csr_array)
assert_type(solvers.cg(matrix, cupy.ones(8)), tuple[Array, int])
assert_type(csgraph.connected_components(matrix), tuple[int, Array])
assert_type(csgraph.dijkstra(matrix, return_predecessors=True), tuple[Array, Array])

# Interpolation, space, statistics.
spline = interpolate.CubicSpline([0.0, 1, 2], [0.0, 1, 4])
assert_type(spline.c, Array)
assert_type(spline.axis, int)
assert_type(spline(0.5), Array)
tree = spatial.KDTree(image)
nearest, where = tree.query(image, k=3)
assert_type(distance.cdist(image, image, "euclidean"), Array)
assert_type(transform.Rotation.from_euler("z", 90, degrees=True).as_matrix(), Array)
assert_type(stats.norm.cdf(0.5, loc=1.0), Array)
assert_type(stats.zscore(image), Array)
test = stats.ttest_ind(image, image)
assert_type(test.pvalue, Array | float)
statistic, chance = stats.pearsonr(image[0], image[1])
assert_type(stats.Normal(mu=0.0, sigma=1.0).sample(10), Array)
assert_type(stats.multivariate_normal.rvs(image[0], size=3), Array)
hull = spatial.ConvexHull(image)
assert_type(hull.simplices, Array)
assert_type(hull.npoints, int)
operator = solvers.aslinearoperator(matrix)
assert_type(operator.matvec(image[0]), Array)
assert_type(operator.T @ operator, solvers.LinearOperator)
doubled = solvers.LinearOperator((2, 2), matvec=lambda v: 2 * v)
assert_type(doubled.matvec(image[0]), Array)


@jit.rawkernel()
def double(x: Array, y: Array, n: int) -> None:
    """Write twice `x` to `y`."""
    i = jit.threadIdx.x + jit.blockIdx.x * jit.blockDim.x
    assert_type(i, int)
    if i < n:
        y[i] = 2 * x[i]


# Timing, pinned memory, accumulation, several devices.
result = profiler.benchmark(cupy.add, (image, 1), n_repeat=3)
assert_type(result.to_str(), str)
assert_type(cupyx.empty_pinned(3, numpy.float32), numpy.ndarray[Any, Any])
cupyx.scatter_add(image, 0, 1.0)
with cupyx.errstate(linalg="raise"):
    cupy.linalg.inv(image)
spread = distributed.array.distributed_array(image, {0: slice(None)})
assert_type(spread.shape, tuple[int, ...])
assert_type(spread + 1, distributed.array.DistributedArray)
