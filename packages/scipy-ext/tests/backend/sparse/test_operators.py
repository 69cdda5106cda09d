"""Operators and reductions of sparse matrices against SciPy: one expression for both."""
import numpy
import pytest
import scipy.sparse
import scipy.sparse.linalg

import cupy
from cupyx.scipy import sparse
from cupyx.scipy.sparse import _data, linalg

pytestmark = [pytest.mark.filterwarnings("ignore::scipy.sparse.SparseEfficiencyWarning"),
              pytest.mark.filterwarnings("ignore:divide by zero:RuntimeWarning"),
              pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")]

FORMATS = ("csr", "csc", "coo", "dia")
LEFT = numpy.array([[0, -1, 2, 0], [3, 0, 0, 0], [0, 0, 0, 4.], [0, 0, 0, 0]])
RIGHT = numpy.array([[0, 1, 2, 0], [-3, 0, 5, 0], [0, 0, 0, 0.], [0, 7, 0, 8]])
WIDE = numpy.array([[1, 0, 2.], [0, 0, 0], [0, 4, 0], [5, 0, 6]])
NANS = numpy.array([[numpy.nan, 0, 1], [-1, 0, 0], [0, 0, 0], [2, 3, -numpy.inf]])


def names(module, xp, family, format, other="csr", dtype="d"):
    """What expressions may name: `a`, `b`, `w` sparse, `A`, `B`, `V` dense."""
    def make(values, format=format):
        return getattr(module, f"coo_{family}")(xp.asarray(values)).asformat(format)

    zeros = getattr(module, f"csr_{family}")((xp.asarray([0., 1, -1, 0]), xp.asarray([0, 1, 2, 0]),
                                              xp.asarray([0, 2, 3, 3, 4])), shape=(4, 3))
    return {"a": make(LEFT.astype(dtype)), "b": make(RIGHT.astype(dtype), other), "w": make(WIDE.astype(dtype)),
            "n": make(NANS), "z": zeros.asformat(format), "A": xp.asarray(RIGHT.astype(dtype)),
            "V": xp.asarray([1, 0, 2, 3]).astype(dtype), "one": make(numpy.array([[2, 0, 1, 4]]).astype(dtype), other),
            "col": make(numpy.array([[2], [0], [1], [4]]).astype(dtype), other), "xp": xp, "np": numpy}


def outcome(text, known):
    try:
        with numpy.errstate(all="ignore"):
            return eval(text, known)
    except Exception as error:
        return error


def check(text, family, format, other="csr", dtype="d", stored=True):
    expected = outcome(text, names(scipy.sparse, numpy, family, format, other, dtype))
    found = outcome(text, names(sparse, cupy, family, format, other, dtype))
    if isinstance(expected, Exception):
        assert isinstance(found, type(expected)), (text, found, expected)
        return
    if isinstance(found, Exception):
        raise found
    if scipy.sparse.issparse(expected):
        assert type(found).__name__ == type(expected).__name__, text
        assert found.nnz == expected.nnz or not stored, text
        expected, found = expected.toarray(), found.toarray()
    expected = numpy.asarray(expected)
    assert cupy.asarray(found).dtype == expected.dtype, text
    numpy.testing.assert_allclose(cupy.asnumpy(found), expected, rtol=2e-6 if expected.dtype.char in "fF" else 1e-13,
                                  err_msg=text)


SUMS = ["a + b", "a - b", "a + 0", "a - 0", "0 - a", "0 + a", "a + 1", "a - 1", "1 - a", "a + A", "A + a", "a - A",
        "A - a", "a + A[:1]", "a + V", "a + w", "a - w", "a + xp.ones((3, 3))", "a + None", "-a", "abs(a)", "a + [1]"]

PRODUCTS = ["a.astype('?') @ b.astype('?')", "a @ b", "b @ a", "a @ w",
            "a * b", "a * 2", "2 * a", "a * 2.5", "a * 1j", "a @ 2", "2 @ a", "a @ V",
            "a * V", "V @ a", "V * a", "a @ A", "A @ a", "A * a", "a * A", "a @ w.toarray()", "w.toarray().T @ a",
            "w @ a", "a @ A[:, :1]", "a @ V[:3]", "a @ xp.ones((4, 2, 2))", "a @ None", "a.dot(b)", "a.dot(V)",
            "a.dot(3)", "a.dot(xp.asarray(3.))", "a.T @ b", "a @ b.T", "a.T @ V", "a.T @ A", "a.conj().T @ b",
            "w.T @ w", "a * np.float64(3)", "a * np.int64(3)", "a @ A.T", "a ** 2", "a ** 3", "a ** 0", "a ** 1",
            "a ** -1", "a ** 1.5", "w ** 2"]

MULTIPLY = ["a.multiply(b)", "a.multiply(2)", "a.multiply(A)", "a.multiply(V)", "a.multiply(A[:, :1])",
            "a.multiply(one)", "a.multiply(col)", "one.multiply(a)", "col.multiply(a)", "one.multiply(col)",
            "a.multiply(w)", "a.multiply(xp.ones((3, 3)))", "one.multiply(A)", "a.multiply(xp.ones((2, 4, 4)))",
            "a.multiply(one @ col)",
            "a.multiply(xp.asarray([[2.]]))"]

SCIPY_GIVES_CSR = {("csc", "a.multiply(col)"), ("csc", "col.multiply(a)"), ("coo", "a.multiply(xp.asarray([[2.]]))")}

QUOTIENTS = ["a / 2", "a / 2.5", "a / np.float32(2)", "a / b", "a / A", "a / V", "2 / a", "A / a", "a / w", "a / 0",
             "a / 2j"]

COMPARISONS = [f"a {op} {x}" for op in ("==", "!=", "<", ">", "<=", ">=")
               for x in ("b", "0", "2", "-1", "A", "w", "float('nan')")] + ["n == n", "n != n", "n < 0", "n >= n"]

EXTREMA = [f"a.{f}({x})" for f in ("maximum", "minimum") for x in ("b", "0", "2", "-2", "A", "V", "w",
                                                                        "float('nan')", "(1 + 1j)")] + [
    "n.maximum(n)", "n.minimum(0)"]

REDUCTIONS = [f"{x}.{f}({axis})" for x in "wnz" for f in ("sum", "mean", "max", "min", "argmax", "argmin", "nanmax",
                                                         "nanmin") for axis in ("", "0", "1", "-1", "(0, 1)", "2")]

CASES = [(family, format) for family in ("matrix", "array") for format in FORMATS]


@pytest.mark.parametrize("format", FORMATS)
def test_stored_zeros_divide_by_their_signs(format):
    def quotient(m, xp):
        places = xp.asarray([0, 1, 2, 2, 2, 2]), xp.asarray([0, 1, 0, 0, 1, 1])
        b = m.coo_array((xp.asarray([-1.25, -0.0, -0.0, 0.0, 3.0, -0.0]), places), shape=(3, 2))
        return m.csr_array(xp.asarray([[1.0, 2], [3, 4], [5, 6]])) / b.asformat(format)
    with numpy.errstate(all="ignore"):
        wanted = quotient(scipy.sparse, numpy)
    numpy.testing.assert_array_equal(quotient(sparse, cupy).get(), wanted)


@pytest.mark.parametrize(("family", "format"), CASES)
def test_sums(family, format):
    for text in SUMS:
        for other in FORMATS:
            check(text, family, format, other)


@pytest.mark.parametrize(("family", "format"), CASES)
def test_products(family, format):
    for text in PRODUCTS:
        for other in FORMATS:
            check(text, family, format, other, stored=False)


@pytest.mark.parametrize(("family", "format"), CASES)
def test_multiply_and_divide(family, format):
    for text in MULTIPLY + QUOTIENTS:
        if (format, text) in SCIPY_GIVES_CSR:
            continue
        check(text, family, format, format if format.startswith("cs") else "csr", stored=False)


@pytest.mark.parametrize(("family", "format"), CASES)
def test_comparisons(family, format):
    for text in COMPARISONS + EXTREMA:
        check(text, family, format, "csc" if format == "csr" else "csr")


@pytest.mark.parametrize(("family", "format"), CASES)
def test_reductions(family, format):
    for text in REDUCTIONS:
        if format == "dia" and "sum" not in text and "mean" not in text:
            continue
        check(text, family, format)


@pytest.mark.parametrize("dtype", "?ifD")
def test_dtypes(dtype):
    for text in ("a + b", "a - b", "a @ b", "a @ V", "a @ A", "a.multiply(b)", "a * 2", "a * 2.5", "a / 2", "a.sum()",
                 "a.sum(0)", "a.sum(1)", "a.mean()", "a.mean(0)", "a != b", "-a", "abs(a)", "a.max(0)", "a.argmax(1)",
                 "a.maximum(b)", "a.sum(0, dtype='d')", "a.mean(1, dtype='i')", "a.conj()", "a.real", "a.imag",
                 "a.power(2)", "a.power(3, dtype='d')", "a.astype('d').sqrt()", "a.diagonal()", "a.trace()"):
        if dtype == "D" and ("max" in text or "dtype" in text or "'d'" in text):
            continue
        check(text, "matrix", "csr", dtype=dtype)


@pytest.mark.parametrize("name", _data.ZERO_PRESERVING)
def test_functions(name):
    for format in FORMATS:
        check(f"(abs(a) / 8).{name}()", "matrix", format)
        if name not in ("ceil", "floor", "trunc", "sign"):      # SciPy's raise
            check(f"np.{name}(abs(a) / 8)", "matrix", format)


def test_reductions_into():
    for family in ("matrix", "array"):
        for axis, shape in ((0, (1, 3)), (1, (4, 1))):
            shape = shape if family == "matrix" else (max(shape),)
            out = cupy.zeros(shape)
            a = getattr(sparse, f"csr_{family}")(cupy.asarray(WIDE))
            assert a.sum(axis, out=out) is out
            numpy.testing.assert_array_equal(out.get().ravel(), WIDE.sum(axis))
            assert a.mean(axis, out=out) is out
            numpy.testing.assert_array_equal(out.get().ravel(), WIDE.mean(axis))
        with pytest.raises(ValueError):
            a.sum(0, out=cupy.zeros((2, 2)))
        with pytest.raises(ValueError):
            a.max(0, out=cupy.zeros(3))
    for text in ("w.max(explicit=True)", "w.max(0, explicit=True)", "w.min(1, explicit=True)", "z.min(explicit=True)",
                 "z.argmin(explicit=True)", "w.argmax(0, explicit=True)", "w.sum(0.5)", "w.sum((0, 0))", "w.sum(())"):
        check(text, "matrix", "csr")


def test_empty_reductions():
    for shape in ((0, 3), (3, 0), (0, 0)):
        for name in ("sum", "max", "argmax"):
            for axis in (None, 0, 1):
                a, b = sparse.csr_matrix(shape), scipy.sparse.csr_matrix(shape)
                try:
                    expected = getattr(b, name)(axis)
                except ValueError:
                    with pytest.raises(ValueError):
                        getattr(a, name)(axis)
                else:
                    assert getattr(a, name)(axis).shape == expected.shape


def test_number_on_the_device():
    a = sparse.csr_matrix(cupy.asarray(LEFT))
    numpy.testing.assert_array_equal((a * cupy.asarray(3.)).toarray().get(), LEFT * 3)
    numpy.testing.assert_array_equal((cupy.asarray(3.) * a).toarray().get(), LEFT * 3)
    numpy.testing.assert_array_equal((a / cupy.asarray(2.)).toarray().get(), LEFT / 2)


def test_in_place():
    a = sparse.csr_matrix(cupy.asarray(LEFT))
    b = a
    b *= 2
    b /= 4
    assert b is a
    numpy.testing.assert_array_equal(a.toarray().get(), LEFT / 2)
    with pytest.raises(NotImplementedError):
        a += 1


def test_ufuncs_of_numpy():
    a = sparse.csr_matrix(cupy.asarray(LEFT))
    for found, expected in ((numpy.add(a, a), LEFT * 2), (numpy.negative(a), -LEFT), (numpy.absolute(a), abs(LEFT)),
                            (numpy.subtract(a, a), LEFT * 0)):
        numpy.testing.assert_array_equal(found.toarray().get(), expected)
    for found, expected in ((numpy.float64(3) * a, LEFT * 3), (numpy.subtract(scipy.sparse.csr_matrix(RIGHT), a),
                                                              RIGHT - LEFT), (numpy.float32(0) + a, LEFT),
                            (numpy.maximum(a, 0), LEFT.clip(0)), (numpy.float64(1) < a, LEFT > 1)):
        numpy.testing.assert_array_equal(found.toarray().get(), expected)
    numpy.testing.assert_array_equal((RIGHT @ a).get(), RIGHT @ LEFT)
    numpy.testing.assert_array_equal((RIGHT + a).get(), RIGHT + LEFT)
    for call in (lambda: numpy.cos(a), lambda: numpy.float64(2) / a, lambda: numpy.add.reduce(a)):
        with pytest.raises(TypeError):
            call()
    assert cupy.get_array_module(a) is cupy


def test_one_axis():
    a, b = numpy.array([0, 1., 0, 2]), numpy.array([3., 4, 0, 5])
    x, y = sparse.csr_array(a), sparse.csr_array(b)
    m = sparse.csr_array(LEFT)
    for found, expected in ((x + y, a + b), (x * y, a * b), (x - y, a - b), (m @ x, LEFT @ a), (x @ m, a @ LEFT),
                            (m * x, LEFT * a), (x.multiply(m), a * LEFT), (x != y, a != b), (x.maximum(y), b)):
        assert found.shape == expected.shape
        numpy.testing.assert_array_equal(found.toarray().get(), expected)
    dense = cupy.asarray(LEFT)
    for found, expected in ((x @ y, a @ b), (x.sum(), 3), (x.max(), 2), (x.argmax(), 3), (x @ dense, a @ LEFT),
                            (m @ x.toarray(), LEFT @ a), (x @ y.toarray(), a @ b), (x.mean(0), a.mean())):
        numpy.testing.assert_array_equal(cupy.asnumpy(found), expected)


class Own:
    """An operand that sparse matrices do not know."""

    def __radd__(self, other):
        return "radd"

    __rsub__ = __rmul__ = __rmatmul__ = __rtruediv__ = __gt__ = __radd__


def test_operands_of_others():
    a, b = sparse.csr_matrix(cupy.asarray(LEFT)), scipy.sparse.bsr_matrix(RIGHT)
    for text in ("a + x", "a - x", "a * x", "a @ x", "a / x", "a < x"):
        assert eval(text, {"a": a, "x": Own()}) == "radd"
    host = scipy.sparse.csr_matrix(LEFT)
    for text in ("a + x", "a - x", "a @ x", "a != x", "a < x", "a.multiply(x)", "a.maximum(x)"):
        found, expected = eval(text, {"a": a, "x": b}), eval(text, {"a": host, "x": b})
        assert isinstance(found, sparse.csr_matrix)
        numpy.testing.assert_array_equal(found.toarray().get(), expected.toarray())


@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
def test_duplicates_count_together(format):
    row, col, data = numpy.array([0, 0, 1, 1]), numpy.array([1, 1, 0, 2]), numpy.array([1., -3, 2, 5])

    def make(module):
        if format == "coo":
            return module.coo_matrix((data, (row, col)), shape=(2, 3))
        return module.csr_matrix((data, col, numpy.array([0, 2, 4])), shape=(2, 3)).asformat(format)

    for text in ("abs(x)", "x.power(2)", "x.sqrt()", "x.maximum(0)", "x > 0", "x.max(0)", "x.argmax(1)", "x.sum(1)",
                 "x.max()", "x.argmax(explicit=True)", "round(x / 2)", "x @ x.T", "x.count_nonzero()", "x + x"):
        with numpy.errstate(invalid="ignore"):
            found, expected = eval(text, {"x": make(sparse)}), eval(text, {"x": make(scipy.sparse)})
        if scipy.sparse.issparse(expected):
            found, expected = found.toarray(), expected.toarray()
        numpy.testing.assert_allclose(cupy.asnumpy(found), expected, err_msg=text)


@pytest.mark.parametrize("dtype", "?ifdFD")
def test_types_of_quotients_and_norms(dtype):
    given = names(sparse, cupy, "matrix", "csr", dtype=dtype)
    wanted = names(scipy.sparse, numpy, "matrix", "csr", dtype=dtype)
    with numpy.errstate(all="ignore"):
        found, expected = given["a"] / given["b"], wanted["a"] / wanted["b"]
    assert found.dtype == expected.dtype
    numpy.testing.assert_allclose(found.get(), expected, rtol=1e-6)
    found, expected = linalg.norm(given["a"]), scipy.sparse.linalg.norm(wanted["a"])
    assert found.dtype == numpy.asarray(expected).dtype
    numpy.testing.assert_allclose(found.get(), expected, rtol=1e-6)


@pytest.mark.parametrize("format", FORMATS)
def test_what_is_not_zero_is_found_by_rows(format):
    found = sparse.find(names(sparse, cupy, "matrix", format)["a"])
    rows, columns = LEFT.nonzero()
    for x, y in zip(found, (rows, columns, LEFT[rows, columns]), strict=True):
        numpy.testing.assert_array_equal(x.get(), y)


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "bsr", "dia"])
def test_sums_with_dense_arrays_of_any_type(form):
    rng = numpy.random.default_rng(ord(form[0]))
    for _ in range(40):
        shape = tuple(rng.integers(1, 9, 2))
        a = scipy.sparse.random_array(shape, density=0.4, rng=rng) * 9
        a = a.astype(rng.choice(list("?fdilD"))).asformat(form)
        b = rng.random(shape if rng.random() < 0.8 else (1, shape[1])) * 5
        b = b.astype(rng.choice(list("?bfdilD")), "F" if rng.random() < 0.3 else "C")
        ours, dense = getattr(sparse, f"{form}_array")(a), cupy.asarray(b)
        found, expected = [ours + dense, dense + ours], [a + b, b + a]
        if not a.dtype == b.dtype == bool:
            found.append(ours - dense)
            expected.append(a - b)
        for x, y in zip(found, expected, strict=True):
            assert x.dtype == y.dtype
            numpy.testing.assert_allclose(x.get(), y, rtol=1e-6)


@pytest.mark.parametrize("shape", [(2, 3), (0, 3), (3, 0)])
@pytest.mark.parametrize("formats", [("dia", "dia"), ("dia", "csr"), ("csr", "dia"), ("coo", "coo")])
def test_differences_of_truth_values(formats, shape):
    """NumPy has none of arrays, and so SciPy has none of diagonals."""
    results = []
    for module, xp in ((sparse, cupy), (scipy.sparse, numpy)):
        a, b = (module.csr_array(xp.ones(shape, "?")).asformat(x) for x in formats)
        try:
            results.append((a - b).dtype)
        except TypeError:
            results.append(TypeError)
    assert results[0] == results[1]
