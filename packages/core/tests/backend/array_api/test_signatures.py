"""Every function of the array API standard (2025.12) takes the arguments that it names."""
import inspect
import operator

import pytest

import cupy

CREATION = """
arange(start, /, stop=None, step=1, *, dtype=None, device=None)
asarray(obj, /, *, dtype=None, device=None, copy=None)
empty(shape, *, dtype=None, device=None)
empty_like(x, /, *, dtype=None, device=None)
eye(n_rows, n_cols=None, /, *, k=0, dtype=None, device=None)
from_dlpack(x, /, *, device=None, copy=None)
full(shape, fill_value, *, dtype=None, device=None)
full_like(x, /, fill_value, *, dtype=None, device=None)
linspace(start, stop, /, num, *, dtype=None, device=None, endpoint=True)
meshgrid(*arrays, indexing='xy')
ones(shape, *, dtype=None, device=None)
ones_like(x, /, *, dtype=None, device=None)
tril(x, /, *, k=0)
triu(x, /, *, k=0)
zeros(shape, *, dtype=None, device=None)
zeros_like(x, /, *, dtype=None, device=None)
"""

DATA_TYPES = """
astype(x, dtype, /, *, copy=True, device=None)
broadcast_arrays(*arrays)
broadcast_shapes(*shapes)
broadcast_to(x, /, shape)
can_cast(from_, to, /)
finfo(type, /)
iinfo(type, /)
isdtype(dtype, kind)
result_type(*arrays_and_dtypes)
"""

MANIPULATION = """
concat(arrays, /, *, axis=0)
expand_dims(x, /, *, axis=0)
flip(x, /, *, axis=None)
moveaxis(x, source, destination, /)
permute_dims(x, /, axes)
repeat(x, repeats, /, *, axis=None)
reshape(x, /, shape, *, copy=None)
roll(x, /, shift, *, axis=None)
squeeze(x, /, axis)
stack(arrays, /, *, axis=0)
tile(x, repetitions, /)
unstack(x, /, *, axis=0)
"""

SELECTION = """
argmax(x, /, *, axis=None, keepdims=False)
argmin(x, /, *, axis=None, keepdims=False)
argsort(x, /, *, axis=-1, descending=False, stable=True)
count_nonzero(x, /, *, axis=None, keepdims=False)
isin(x1, x2, /, *, invert=False)
nonzero(x, /)
searchsorted(x1, x2, /, *, side='left', sorter=None)
sort(x, /, *, axis=-1, descending=False, stable=True)
take(x, indices, /, *, axis)
take_along_axis(x, indices, /, *, axis=-1)
unique_all(x, /)
unique_counts(x, /)
unique_inverse(x, /)
unique_values(x, /)
where(condition, x1, x2, /)
"""

STATISTICS = """
all(x, /, *, axis=None, keepdims=False)
any(x, /, *, axis=None, keepdims=False)
cumulative_prod(x, /, *, axis=None, dtype=None, include_initial=False)
cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False)
diff(x, /, *, axis=-1, n=1, prepend=None, append=None)
max(x, /, *, axis=None, keepdims=False)
mean(x, /, *, axis=None, keepdims=False)
min(x, /, *, axis=None, keepdims=False)
prod(x, /, *, axis=None, dtype=None, keepdims=False)
std(x, /, *, axis=None, correction=0.0, keepdims=False)
sum(x, /, *, axis=None, dtype=None, keepdims=False)
var(x, /, *, axis=None, correction=0.0, keepdims=False)
"""

PRODUCTS = """
matmul(x1, x2, /)
matrix_transpose(x, /)
tensordot(x1, x2, /, *, axes=2)
vecdot(x1, x2, /, *, axis=-1)
"""

LINALG = """
linalg.cholesky(x, /, *, upper=False)
linalg.cross(x1, x2, /, *, axis=-1)
linalg.det(x, /)
linalg.diagonal(x, /, *, offset=0)
linalg.eig(x, /)
linalg.eigh(x, /)
linalg.eigvals(x, /)
linalg.eigvalsh(x, /)
linalg.inv(x, /)
linalg.matmul(x1, x2, /)
linalg.matrix_norm(x, /, *, keepdims=False, ord='fro')
linalg.matrix_power(x, n, /)
linalg.matrix_rank(x, /, *, rtol=None)
linalg.matrix_transpose(x, /)
linalg.outer(x1, x2, /)
linalg.pinv(x, /, *, rtol=None)
linalg.qr(x, /, *, mode='reduced')
linalg.slogdet(x, /)
linalg.solve(x1, x2, /)
linalg.svd(x, /, *, full_matrices=True)
linalg.svdvals(x, /)
linalg.tensordot(x1, x2, /, *, axes=2)
linalg.trace(x, /, *, offset=0, dtype=None)
linalg.vecdot(x1, x2, /, *, axis=-1)
linalg.vector_norm(x, /, *, axis=None, keepdims=False, ord=2)
"""

FFT = """
fft.fft(x, /, *, n=None, axis=-1, norm='backward')
fft.fftfreq(n, /, *, d=1.0, dtype=None, device=None)
fft.fftn(x, /, *, s=None, axes=None, norm='backward')
fft.fftshift(x, /, *, axes=None)
fft.hfft(x, /, *, n=None, axis=-1, norm='backward')
fft.ifft(x, /, *, n=None, axis=-1, norm='backward')
fft.ifftn(x, /, *, s=None, axes=None, norm='backward')
fft.ifftshift(x, /, *, axes=None)
fft.ihfft(x, /, *, n=None, axis=-1, norm='backward')
fft.irfft(x, /, *, n=None, axis=-1, norm='backward')
fft.irfftn(x, /, *, s=None, axes=None, norm='backward')
fft.rfft(x, /, *, n=None, axis=-1, norm='backward')
fft.rfftfreq(n, /, *, d=1.0, dtype=None, device=None)
fft.rfftn(x, /, *, s=None, axes=None, norm='backward')
"""

UNARY = """abs acos acosh asin asinh atan atanh bitwise_invert ceil conj cos cosh exp expm1 floor imag
isfinite isinf isnan log log10 log1p log2 logical_not negative positive real reciprocal round sign
signbit sin sinh sqrt square tan tanh trunc""".split()

BINARY = """add atan2 bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor copysign
divide equal floor_divide greater greater_equal hypot less less_equal logaddexp logical_and logical_or
logical_xor maximum minimum multiply nextafter not_equal pow remainder subtract""".split()

CONSTANTS = ["e", "inf", "nan", "newaxis", "pi"]
DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32",
          "float64", "complex64", "complex128"]

#: What the standard's chapters ask for; docs/generate_coverage.py makes a page of it.
CHAPTERS = {
    "Creation": CREATION, "Data types": DATA_TYPES, "Manipulation": MANIPULATION, "Selection, sorting, sets": SELECTION,
    "Statistics": STATISTICS, "Products": PRODUCTS, "linalg": LINALG, "fft": FFT,
}
LINES = [line for block in CHAPTERS.values() for line in block.strip().splitlines()]


def standard(line):
    """Name and signature of a line of the tables."""
    scope = {}
    name, _, arguments = line.partition("(")
    exec(f"def f({arguments}: pass", scope)  # a line of the tables above
    return name, inspect.signature(scope["f"])


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.partition("(")[0])
def test_arguments(line):
    name, wanted = standard(line)
    ours = inspect.signature(operator.attrgetter(name)(cupy))
    positional, keywords = [], {}
    for p in wanted.parameters.values():
        if p.kind in (p.POSITIONAL_ONLY, p.VAR_POSITIONAL):
            positional.append(object())
        elif p.kind is p.KEYWORD_ONLY:
            keywords[p.name] = object()
    both = [p.name for p in wanted.parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
    ours.bind(*positional, *(object() for _ in both), **keywords)
    ours.bind(*positional, **dict.fromkeys(both, object()), **keywords)


@pytest.mark.parametrize("name", [*UNARY, *BINARY, "matmul", "vecdot"])
def test_operands_are_positional(name):
    if name in ("real", "imag", "round"):     # functions
        return
    count = 1 if name in UNARY else 2
    first = list(inspect.signature(getattr(cupy, name)).parameters.values())[:count]
    assert [p.name for p in first] == (["x"] if count == 1 else ["x1", "x2"])
    assert all(p.kind is p.POSITIONAL_ONLY for p in first)


def test_clip_names_its_limits():
    assert list(inspect.signature(cupy.clip).parameters)[1:3] == ["min", "max"]
    x = cupy.arange(5)
    for limited in (cupy.clip(x, 1), cupy.clip(x, min=1), cupy.clip(x, 1, None), cupy.clip(x, a_min=1, a_max=None)):
        assert limited.tolist() == [1, 1, 2, 3, 4]


@pytest.mark.parametrize("name", UNARY)
def test_unary(name):
    x = cupy.asarray([1, 2], dtype="i8" if name == "bitwise_invert" else "f4")
    result = getattr(cupy, name)(x)
    assert isinstance(result, cupy.ndarray) and result.shape == (2,)


@pytest.mark.parametrize("name", BINARY)
def test_binary(name):
    x = cupy.asarray([1, 2], dtype="i8" if name.startswith("bitwise") else "f4")
    result = getattr(cupy, name)(x, x)
    assert isinstance(result, cupy.ndarray) and result.shape == (2,)


@pytest.mark.parametrize("name", CONSTANTS)
def test_constants(name):
    assert name == "newaxis" or isinstance(getattr(cupy, name), float)


@pytest.mark.parametrize("name", DTYPES)
def test_dtypes(name):
    assert cupy.dtype(getattr(cupy, name)) == cupy.zeros(1, name).dtype
