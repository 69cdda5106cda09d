"""Functions of the main namespace given sparse matrices and arrays: what NumPy's give for SciPy's."""
import cupy
import cupyx.scipy.sparse as ours
import numpy
import pytest
import scipy.sparse

FORMATS = [f"{name}_{kind}" for name in ("csr", "csc", "coo", "bsr", "dia") for kind in ("matrix", "array")]
CALLS = {
    "sum": [{}, {"axis": 0}, {"axis": 1}, {"axis": -1, "dtype": "f"}],
    "mean": [{}, {"axis": 0}, {"axis": 1, "dtype": "f"}],
    "max": [{}, {"axis": 0}], "amax": [{"axis": 1}], "min": [{}, {"axis": 1}], "amin": [{}],
    "argmax": [{}, {"axis": 0}], "argmin": [{}, {"axis": 1}], "nonzero": [{}], "argwhere": [{}], "size": [{}],
    "transpose": [{}], "permute_dims": [{}], "reshape": [{"shape": (4, 3)}, {"shape": -1}], "round": [{"decimals": 1}],
    "around": [{}], "flip": [{}, {"axis": 1}], "real": [{}], "imag": [{}], "conj": [{}], "conjugate": [{}], "abs": [{}],
    "negative": [{}], "square": [{}], "ndim": [{}], "shape": [{}], "deg2rad": [{}], "rad2deg": [{}],
    **{name: [{}] for name in ("sqrt", "sin", "tan", "arcsin", "arctan", "sinh", "tanh", "expm1", "log1p", "rint")},
}
REDUCTIONS = ("sum", "mean", "max", "amax", "min", "amin", "argmax", "argmin")


def items(x):
    """Type, dtype and dense values of a result."""
    if isinstance(x, tuple):
        return [items(y) for y in x]
    if scipy.sparse.issparse(x) or ours.issparse(x):
        return type(x).__name__, x.dtype, items(x.toarray())
    x = x.get() if isinstance(x, cupy.ndarray) else x
    return numpy.asarray(x)


def outcome(function, x, given):
    try:
        return items(function(x, **given))
    except (ValueError, TypeError, AttributeError, NotImplementedError) as error:
        return error


def same(want, found):
    if isinstance(want, tuple):
        assert want[:2] == found[:2]
        same(want[2], found[2])
    elif isinstance(want, list):
        assert len(want) == len(found)
        for x, y in zip(want, found, strict=True):
            same(x, y)
    else:
        assert want.shape == found.shape
        numpy.testing.assert_allclose(found, want, rtol=1e-6, atol=1e-7)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("form", FORMATS)
def test_as_numpys_of_scipys(form, name):
    rng = numpy.random.default_rng(1)
    x = rng.integers(-8, 9, (3, 4)) / 8 * (rng.random((3, 4)) < 0.7)
    if name in ("real", "imag", "conj", "conjugate", "abs"):
        x = x + 0.5j * x
    theirs, mine = getattr(scipy.sparse, form)(x), getattr(ours, form)(cupy.asarray(x))
    if name in REDUCTIONS and not hasattr(theirs, name.replace("am", "m")):
        return              # NumPy takes it for one object
    for given in CALLS[name]:
        want = outcome(getattr(numpy, name), theirs, given)
        if isinstance(want, Exception) or isinstance(want, numpy.ndarray) and want.dtype.char == "O":
            continue        # so it does
        same(want, items(getattr(cupy, name)(mine, **given)))


@pytest.mark.parametrize("form", FORMATS)
def test_products(form):
    """CuPy's `dot` is the operand's, where NumPy's takes a matrix for one object."""
    x = numpy.arange(12.0).reshape(3, 4)
    mine, theirs = getattr(ours, form)(cupy.asarray(x)), getattr(scipy.sparse, form)(x)
    same(items(theirs.dot(numpy.arange(4.0))), items(cupy.dot(mine, cupy.arange(4.0))))
    same(items(numpy.dot(theirs, 2)), items(cupy.dot(mine, 2)))


def test_output_and_refusals():
    a = ours.csr_matrix(cupy.eye(3))
    out = cupy.zeros((1, 3))
    assert cupy.sum(a, axis=0, out=out) is out and out.tolist() == [[1, 1, 1]]
    for call in (lambda: cupy.cumsum(a), lambda: cupy.sort(a), lambda: cupy.take(a, 0)):
        with pytest.raises((TypeError, ValueError)):
            call()
