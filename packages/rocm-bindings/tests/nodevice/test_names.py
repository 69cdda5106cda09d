"""AMD's libraries by CUDA's names: `cupy.cuda.cusparse` and `cupy.cuda.curand` on the HIP of the tests' own."""
import pytest

from cupy_rocm.errors import ServiceMissing
from cupy_rocm.names import LIBRARIES, names

DESCRIBED = """
import cupy, numpy
from cupy.cuda import cusparse, runtime
rng = numpy.random.default_rng(0)
dense = (rng.random((4, 3)) * (rng.random((4, 3)) < .6)).astype("d")
rows, columns = numpy.nonzero(dense)
starts = cupy.asarray(numpy.searchsorted(rows, numpy.arange(5)), "i")
columns, values = cupy.asarray(columns, "i"), cupy.asarray(dense[dense != 0])
handle = cusparse.create()
cusparse.setStream(handle, 0)
matrix = cusparse.createCsr(4, 3, values.size, starts.data.ptr, columns.data.ptr, values.data.ptr,
    cusparse.CUSPARSE_INDEX_32I, cusparse.CUSPARSE_INDEX_32I, cusparse.CUSPARSE_INDEX_BASE_ZERO, 1)
one, zero = numpy.array(2.), numpy.array(0.)
"""


def test_products(run):
    run(DESCRIBED + """
for operation, size in ((cusparse.CUSPARSE_OPERATION_NON_TRANSPOSE, 4), (cusparse.CUSPARSE_OPERATION_TRANSPOSE, 3)):
    x, y = cupy.arange(7. - size), cupy.full(size, numpy.nan)
    vectors = [cusparse.createDnVec(a.size, a.data.ptr, 1) for a in (x, y)]
    words = (handle, operation, one.ctypes.data, matrix, vectors[0], zero.ctypes.data, vectors[1], 1,
             cusparse.CUSPARSE_SPMV_ALG_DEFAULT)
    buffer = cupy.empty(cusparse.spMV_bufferSize(*words), "b")
    assert cusparse.spMV(*words, buffer.data.ptr) is None
    numpy.testing.assert_allclose(y.get(), 2 * (dense if size == 4 else dense.T) @ x.get())
b, c = cupy.asarray(rng.random((3, 5))), cupy.ones((4, 5))
described = [cusparse.createDnMat(*a.shape, 5, a.data.ptr, 1, cusparse.CUSPARSE_ORDER_ROW) for a in (b, c)]
words = handle, 0, 0, one.ctypes.data, matrix, described[0], one.ctypes.data, described[1], 1, 0
buffer = cupy.empty(cusparse.spMM_bufferSize(*words), "b")
cusparse.spMM(*words, buffer.data.ptr)
numpy.testing.assert_allclose(c.get(), 2 * dense @ b.get() + 2)
assert cusparse.spMatGetSize(matrix) == (4, 3, values.size)
assert cusparse.spMatGetFormat(matrix) == cusparse.CUSPARSE_FORMAT_CSR
[cusparse.destroyDnMat(m) for m in described]
cusparse.destroySpMat(matrix), cusparse.destroy(handle)
""")


def test_forms(run):
    run(DESCRIBED + """
coordinates, again = cupy.zeros(values.size, "i"), cupy.zeros(5, "i")
cusparse.xcsr2coo(handle, starts.data.ptr, values.size, 4, coordinates.data.ptr, 0)
numpy.testing.assert_array_equal(coordinates.get(), rows)
cusparse.xcoo2csr(handle, coordinates.data.ptr, values.size, 4, again.data.ptr, 0)
numpy.testing.assert_array_equal(again.get(), starts.get())
out = cupy.zeros((3, 4))        # columns of a 4 x 3 matrix
target = cusparse.createDnMat(4, 3, 4, out.data.ptr, 1, cusparse.CUSPARSE_ORDER_COL)
coo = cusparse.createCoo(4, 3, values.size, coordinates.data.ptr, columns.data.ptr, values.data.ptr,
                         cusparse.CUSPARSE_INDEX_32I, 0, 1)
for source in (matrix, coo):
    out.fill(0)
    buffer = cupy.empty(cusparse.sparseToDense_bufferSize(handle, source, target, 0), "b")
    cusparse.sparseToDense(handle, source, target, 0, buffer.data.ptr)
    numpy.testing.assert_array_equal(out.get().T, dense)
""")


def test_errors(run):
    out = run("""
from cupy.cuda import cusparse, curand
for bad in (lambda: cusparse.destroySpMat(12345), lambda: curand.createGenerator(7), lambda: curand.destroyGenerator(9),
            lambda: cusparse.spGEMM_createDescr(), lambda: cusparse.createDnVec(3), lambda: cusparse.noSuchName):
    try:
        bad()
    except Exception as error:
        print(type(error).__name__, error)
assert cusparse.STATUS[3] == "CUSPARSE_STATUS_INVALID_VALUE" and issubclass(cusparse.CuSparseError, RuntimeError)
assert curand.CURAND_RNG_PSEUDO_PHILOX4_32_10 == 405 and "CUSPARSE_ORDER_ROW" in dir(cusparse)
""")
    lines = [line for line in out.splitlines() if "Error " in line and not line.startswith("hip")]
    assert lines == [
        "SparseError hipsparseDestroySpMat: HIPSPARSE_STATUS_INVALID_VALUE",
        "RandError hiprandCreateGenerator: HIPRAND_STATUS_TYPE_ERROR",
        "RandError hiprandDestroyGenerator: HIPRAND_STATUS_NOT_INITIALIZED",
        "SparseError hipsparseSpGEMM_createDescr (not in this version of the library): HIPSPARSE_STATUS_NOT_SUPPORTED",
        "TypeError hipsparseCreateDnVec takes 3 arguments, not 1",
        "AttributeError hipsparse has nothing that is called noSuchName in the C interface of cusparse"]


def test_random_numbers(run):
    run("""
import cupy
from cupy.cuda import curand
generator = curand.createGenerator(curand.CURAND_RNG_PSEUDO_DEFAULT)
curand.setStream(generator, cupy.cuda.get_current_stream().ptr)
def drawn(name, dtype, *parameters, seed=5, offset=0):
    curand.setPseudoRandomGeneratorSeed(generator, seed)
    curand.setGeneratorOffset(generator, offset)
    out = cupy.zeros(20000, dtype)
    getattr(curand, name)(generator, out.data.ptr, out.size, *parameters)
    return out.get()
for name, dtype in (("generateUniform", "f"), ("generateUniformDouble", "d")):
    x = drawn(name, dtype)
    assert 0 < x.min() and x.max() <= 1 and abs(x.mean() - .5) < .02
    assert (x == drawn(name, dtype)).all() and (x != drawn(name, dtype, seed=6)).any()
    assert (x != drawn(name, dtype, offset=400)).any()
for name, dtype in (("generateNormal", "f"), ("generateNormalDouble", "d")):
    x = drawn(name, dtype, 3, 2)
    assert abs(x.mean() - 3) < .1 and abs(x.std() - 2) < .1
assert abs(drawn("generateLogNormalDouble", "d", 0, .5).mean() - 1.133) < .05
assert abs(drawn("generatePoisson", "I", 4.5).mean() - 4.5) < .1
assert drawn("generate", "I").max() > 1 << 31 and curand.getVersion() > 0
curand.destroyGenerator(generator)
""")


def test_handles_and_a_factor(run):
    run("""
import cupy, numpy
from cupy.cuda import cublas, cusolver, device
assert device.get_cublas_handle() and device.get_cusparse_handle() == cupy.cuda.Device().cusparse_handle
handle = device.get_cusolver_handle()
host = numpy.array([[4., 2.], [2., 3.]])
a, info = cupy.asarray(host), cupy.ones(1, "i")
words = handle, cublas.CUBLAS_FILL_MODE_UPPER, 2, a.data.ptr, 2
size = cusolver.dpotrf_bufferSize(*words)
work = cupy.empty(size)
cusolver.dpotrf(*words, work.data.ptr, size, info.data.ptr)
numpy.testing.assert_allclose(numpy.tril(a.get()), numpy.linalg.cholesky(host))
assert info.get()[0] == 0
""")


@pytest.mark.parametrize("library", LIBRARIES)
def test_missing_library_names_the_command(library, monkeypatch, tmp_path):
    from cupy_rocm import find
    from cupy_rocm.errors import LibraryMissing

    def missing(name):
        raise LibraryMissing(f"lib{name} cannot be opened")
    monkeypatch.setattr(find, "load", missing)
    names.cache_clear()
    with pytest.raises(ServiceMissing, match=f"apt install {LIBRARIES[library][0]}"):
        names(library)
    names.cache_clear()


def test_what_rocm_lacks():
    with pytest.raises(ServiceMissing, match="cutensor"):
        names("cutensor")
