"""The normaliser and the SIMT elementwise kernels, run on this machine and compared with NumPy."""
import ctypes
import itertools
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

HERE = Path(__file__).parent
SOURCE = HERE.parents[2] / "src" / "cupy"
FLAT, ROWS, TILE, STRIDED = range(4)
CXX = shutil.which("g++") or shutil.which("clang++")

pytestmark = pytest.mark.skipif(CXX is None, reason="needs a C++17 compiler")

# name, types of the operands (inputs first), expression, NumPy's version of it
OPS = [
    ("add", "float float float", "z = x + y", lambda i, x, y: x + y),
    ("wide", "int8 double double", "z = x * y", lambda i, x, y: x * y),
    ("narrow", "double double bool", "z = x < y", lambda i, x, y: x < y),
    ("small", "uint8 uint8 uint8", "z = x ^ y", lambda i, x, y: x ^ y),
    ("halves", "uint8 int16 int16", "z = x + y", lambda i, x, y: x + y),
    ("compare", "float float bool", "z = x < y", lambda i, x, y: x < y),
    ("big", "complex<double> float complex<double>", "z = x * y", lambda i, x, y: x * y),
    ("position", "float float double", "z = x + y + i", lambda i, x, y: x + y + i),
]
DTYPES = {"float": "f4", "double": "f8", "int8": "i1", "uint8": "u1", "int16": "i2", "bool": "?",
          "complex<double>": "c16"}


class Operand(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("itemsize", ctypes.c_int), ("by_value", ctypes.c_int), ("cast", ctypes.c_void_p)]


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    """The harness with kernels of all operations and variants."""
    folder = tmp_path_factory.mktemp("simt")
    (folder / "platform.hpp").write_text((HERE / "simt_platform.hpp").read_text())
    text, cases = '#include "device/elementwise.hpp"\nnamespace cupy { namespace {\n', []
    for name, types, body, _ in OPS:
        x, y, z = types.split()
        text += (f"struct {name} : elementwise<2, {x}, {y}, {z}> {{ void operator()(int64 i, {x} x, {y} y, {z} &z) "
                 f"const {{ {body}; }} }};\n")
    text += "}\n"
    for k, (name, *_) in enumerate(OPS):
        for v, (variant, block) in enumerate((("FLAT", "Flat"), ("ROWS", "Strided"), ("TILE", "Strided"),
                                              ("STRIDED", "Strided"))):
            text += f"CUPY_ELEMENTWISE_{variant}({name}_{v}, ({name}))\n"
            cases.append(f"case {4 * k + v}: {name}_{v}(*(const {block}Block<3> *)p); break;")
    text += ("}\nvoid call(int op, int variant, const void *p) { using namespace cupy; "
             f"switch (4 * op + variant) {{ {' '.join(cases)} }} }}\n")
    (folder / "kernels.cpp").write_text(text)
    roots = [f"-I{folder}", f"-I{SOURCE / '_kernels'}", f"-I{SOURCE / '_core'}"]
    subprocess.run([CXX, "-std=c++17", "-O1", "-shared", "-fPIC", "-w", *roots, str(folder / "kernels.cpp"),
                    str(HERE / "simt_harness.cpp"), "-o", str(folder / "simt.so")], check=True)
    found = ctypes.CDLL(str(folder / "simt.so"))
    found.plan.restype = ctypes.c_int64
    return found


def operands(arrays, shape):
    """The C structs of arrays that are broadcast to `shape`, and what they point to."""
    items, keep = (Operand * len(arrays))(), []
    for item, a in zip(items, arrays, strict=True):
        item.itemsize = a.dtype.itemsize
        item.data = a.ctypes.data
        if a.ndim == 0 and a is not arrays[-1]:
            item.by_value = 1
            continue
        wide = np.broadcast_to(a, shape)
        strides = (ctypes.c_int64 * max(1, len(shape)))(*wide.strides)
        keep.append(strides)
        item.strides = ctypes.cast(strides, ctypes.POINTER(ctypes.c_int64))
    return items, keep


def run(library, k, arrays, out, *, variants=0xF, ordered=None, pure=True):
    """Run operation `k`; returns the variant that was chosen."""
    items, keep = operands([*arrays, out], out.shape)
    shape = (ctypes.c_int64 * max(1, out.ndim))(*out.shape)
    launches = ctypes.c_int()
    if ordered is None:
        ordered = OPS[k][0] == "position"
    return library.walk(k, out.ndim, shape, items, 2, 1, int(ordered), int(pure and not ordered), variants,
                        ctypes.byref(launches))


def filled(rng, shape, dtype):
    if dtype == "c16":
        return filled(rng, shape, "f8") + 1j * filled(rng, shape, "f8")
    return rng.integers(0, 100, shape).astype(dtype)


def check(library, k, x, y, out, **options):
    """Compare with NumPy; nothing around the output may change."""
    frame = out.base if out.base is not None else out
    before = frame.copy()
    want = OPS[k][3](np.arange(out.size).reshape(out.shape), x, y).astype(out.dtype)
    variant = run(library, k, (x, y), out, **options)
    _like(before, out)[...] = want
    np.testing.assert_array_equal(frame, before)
    return variant


def _like(frame, out):
    """The view of `frame` that `out` is of its own base."""
    if out.base is None:
        return frame
    offset = out.ctypes.data - out.base.ctypes.data
    return np.ndarray(out.shape, frame.dtype, frame, offset, out.strides)


@pytest.mark.parametrize("k", range(len(OPS)), ids=[op[0] for op in OPS])
@pytest.mark.parametrize("size", [1, 7, 1024, 4096, 33333])
@pytest.mark.parametrize("skip", [0, 1])
def test_flat(library, k, size, skip):
    """Contiguous runs, also from an address that vectors cannot start at."""
    rng = np.random.default_rng(size)
    tx, ty, tz = (DTYPES[t] for t in OPS[k][1].split())
    x, y = filled(rng, size + 1, tx)[skip:size + skip], filled(rng, size, ty)
    assert check(library, k, x, y, np.full(size + 64, 0, tz)[32 + skip:32 + size + skip]) == FLAT


@pytest.mark.parametrize("k", range(len(OPS)), ids=[op[0] for op in OPS])
@pytest.mark.parametrize("skips", [(0, 1), (3, 2), (1, 1)])
def test_flat_inputs_that_begin_anywhere(library, k, skips):
    rng = np.random.default_rng(5)
    tx, ty, tz = (DTYPES[t] for t in OPS[k][1].split())
    x, y = (filled(rng, 40_010, t)[skip:skip + 40_001] for t, skip in zip((tx, ty), skips, strict=True))
    assert check(library, k, x, y, np.zeros(40_001, tz)) == FLAT


@pytest.mark.parametrize("k", range(len(OPS)), ids=[op[0] for op in OPS])
@pytest.mark.parametrize("shape", [(5000,), (301, 7), (50, 6, 11), (9, 4, 5, 13), (700, 2)])
def test_neighbours_of_a_contiguous_output(library, k, shape):
    """Inputs that are stepped, turned, exchanged or broadcast along the inner axes."""
    rng = np.random.default_rng(6)
    tx, ty, tz = (DTYPES[t] for t in OPS[k][1].split())
    wide = filled(rng, (*shape[:-1], 2 * shape[-1]), tx)
    check(library, k, wide[..., ::2], filled(rng, shape, ty)[..., ::-1], np.zeros(shape, tz))
    turned = filled(rng, shape[::-1], ty).T
    check(library, k, wide[..., 1::2], turned, np.zeros(shape, tz))
    check(library, k, wide[..., 1::2], filled(rng, (*shape[:-1], 1), ty), np.zeros(shape, tz))


@pytest.mark.parametrize("k", range(len(OPS)), ids=[op[0] for op in OPS])
@pytest.mark.parametrize("shape", [(3, 200_003), (250, 2501), (20_011, 31)])
def test_many_neighbours_of_a_contiguous_output(library, k, shape, monkeypatch):
    """Blocks of large arrays take several runs, the next of which may be of the same row."""
    monkeypatch.setattr(ctypes.c_int.in_dll(library, "multiprocessors"), "value", 1)
    rng = np.random.default_rng(9)
    tx, ty, tz = (DTYPES[t] for t in OPS[k][1].split())
    x, y = filled(rng, (shape[0], shape[1] + 3), tx)[:, 1:-2], filled(rng, shape, ty)
    check(library, k, x, y[::-1], np.zeros(shape, tz))
    check(library, k, x[:, ::-1], y[:, :1], np.zeros(shape, tz))
    check(library, k, x[:, :1], y[:, :1], np.zeros(shape, tz))


@pytest.mark.parametrize("k", [k for k, op in enumerate(OPS) if op[0] in ("small", "halves", "compare", "narrow")],
                         ids=lambda k: OPS[k][0])
@pytest.mark.parametrize("shape", [(2, 4001, 5, 7), (5003, 10), (40_001, 3), (3, 257, 2, 9), (31, 5, 333)])
def test_every_input_has_rows_of_its_own(library, k, shape, monkeypatch):
    """What is repeated, in all of the output or in spans that a block may lie in two of; values of rows; and turned."""
    monkeypatch.setattr(ctypes.c_int.in_dll(library, "multiprocessors"), "value", 1)
    rng = np.random.default_rng(14)
    tx, ty, tz = (DTYPES[t] for t in OPS[k][1].split())
    wide = filled(rng, (*shape[:-1], shape[-1] + 3), tx)[..., 1:-2]
    for kept in itertools.product((False, True), repeat=len(shape)):
        y = filled(rng, [n if keep else 1 for n, keep in zip(shape, kept, strict=True)], ty)
        for x, other in ((wide, y), (wide[..., ::-1], y[..., ::-1]), (wide[::-1, ...], y[::-1])):
            check(library, k, x, other, np.zeros(shape, tz))


def test_turned_rows_that_are_no_boxes(library, monkeypatch):
    """Where boxes do not fit, tiles are as if nobody had asked."""
    monkeypatch.setattr(ctypes.c_int.in_dll(library, "multiprocessors"), "value", 1)
    k = [op[0] for op in OPS].index("compare")
    rng = np.random.default_rng(12)
    x = filled(rng, (881, 7, 9), "f4").transpose(2, 0, 1)
    assert check(library, k, x, filled(rng, (9, 881, 7), "f4"), np.zeros((9, 881, 7), "?")) == TILE


#: Name → an input of that shape, from random values of any shape.
BESIDE = {
    "as it is": lambda make, shape: make(shape),
    "begins anywhere": lambda make, shape: make((np.prod(shape) + 1,))[1:].reshape(shape),
    "rows apart": lambda make, shape: make((*shape[:-1], shape[-1] + 3))[..., 1:-2],
    "every other": lambda make, shape: make((*shape[:-1], 2 * shape[-1]))[..., 1::2],
    "backwards": lambda make, shape: make(shape)[..., ::-1],
    "rows backwards": lambda make, shape: make(shape)[::-1],
    "all backwards": lambda make, shape: make(shape)[(slice(None, None, -1),) * len(shape)],
    "one value a row": lambda make, shape: np.broadcast_to(make((*shape[:-1], 1)), shape),
    "one row": lambda make, shape: np.broadcast_to(make((1, *shape[1:])), shape),
    "last axes turned": lambda make, shape: make((*shape[:-2], *shape[:-3:-1])).swapaxes(-1, -2),
    "one value": lambda make, shape: np.broadcast_to(make((1,) * len(shape)), shape),
}


@pytest.mark.parametrize("k", [k for k, op in enumerate(OPS) if op[0] in ("small", "halves", "compare")],
                         ids=lambda k: OPS[k][0])
@pytest.mark.parametrize("shape", [(6001, 3), (1000, 7, 2), (3, 4001, 2), (9, 110, 5, 3),
                                   (5, 4, 2, 3, 2, 3, 4, 3)])
@pytest.mark.parametrize("skip", [0, 3])
def test_boxes(library, k, shape, skip, monkeypatch):
    """Short rows of small items, of inputs of which a box needs what lies close together, beside others."""
    monkeypatch.setattr(ctypes.c_int.in_dll(library, "multiprocessors"), "value", 1)
    rng = np.random.default_rng(11)
    tx, ty, tz = (DTYPES[t] for t in OPS[k][1].split())
    boxes, names = 0, list(BESIDE)
    for first, second in itertools.product(names, rng.choice(names, 4)):
        x, y = (BESIDE[name](lambda s, t=t: filled(rng, s, t), shape) for name, t in ((first, tx), (second, ty)))
        out = np.zeros(np.prod(shape) + 9, tz)[skip:-9 + skip or None].reshape(shape)
        boxes += check(library, k, x, y, out) == TILE
    assert boxes > 10 or OPS[k][0] == "compare" and shape[-1] > 2


@pytest.mark.parametrize("k", range(len(OPS)), ids=[op[0] for op in OPS])
def test_flat_with_scalars(library, k):
    """Scalars by value, and one element in memory for all."""
    rng = np.random.default_rng(0)
    tx, ty, tz = (DTYPES[t] for t in OPS[k][1].split())
    x = filled(rng, 5000, tx)
    assert check(library, k, x, filled(rng, 1, ty)[0:1], np.zeros(5000, tz)) == FLAT
    scalar = np.array(filled(rng, 1, ty)[0])
    assert check(library, k, x, scalar, np.zeros(5000, tz)) == FLAT


@pytest.mark.parametrize("k", range(len(OPS)), ids=[op[0] for op in OPS])
@pytest.mark.parametrize("shape", [(40, 256), (33, 260), (7, 3, 301), (5, 1024)])
def test_rows(library, k, shape):
    """Broadcast rows, broadcast columns, rows of a larger array; of a contiguous output's, those that vectors fit."""
    rng = np.random.default_rng(1)
    tx, ty, tz = (DTYPES[t] for t in OPS[k][1].split())
    x = filled(rng, shape, tx)
    out = np.zeros(shape, tz)
    variants = {ROWS} if shape[-1] % 64 == 0 else {ROWS, STRIDED}
    assert check(library, k, x, filled(rng, shape[-1:], ty), out) in variants
    assert check(library, k, x, filled(rng, (*shape[:-1], 1), ty), out) in variants
    frame = np.zeros((*shape[:-1], shape[-1] + 8), tz)
    wide = filled(rng, (*shape[:-1], shape[-1] + 2), tx)
    assert check(library, k, wide[..., 1:-1], filled(rng, shape, ty), frame[..., 4:-4]) == ROWS


@pytest.mark.parametrize("k", range(len(OPS)), ids=[op[0] for op in OPS])
@pytest.mark.parametrize("shape", [(9000, 2), (700, 3), (41, 5, 13), (301, 64), (3, 50_001), (2, 3, 2, 3, 1000)])
def test_inputs_that_are_constant_along_rows(library, k, shape):
    """Each row's value is found once, whatever the rows' length; only positions differ along them."""
    rng = np.random.default_rng(8)
    tx, ty, tz = (DTYPES[t] for t in OPS[k][1].split())
    x = filled(rng, (*shape[:-1], 1), tx)
    for y in (filled(rng, x.shape, ty), filled(rng, (shape[0], *(1 for _ in shape[1:])), ty)[::-1],
              np.array(filled(rng, 1, ty)[0]), filled(rng, (*shape[1:-1], 1), ty)):
        out = np.full(np.prod(shape) + 64, 0, tz)[32:-32].reshape(shape)
        variant = check(library, k, x, y, out)
        assert variant == STRIDED or OPS[k][0] == "position"


@pytest.mark.parametrize("k", range(len(OPS) - 1), ids=[op[0] for op in OPS[:-1]])
@pytest.mark.parametrize("shape", [(64, 128), (100, 190), (130, 250), (2, 120, 64), (3, 2, 127, 130), (2, 43, 39),
                                   (3, 16, 97), (2, 20, 31)])
def test_tile(library, k, shape):
    """One input, the other or both contiguous along another axis than the output."""
    rng = np.random.default_rng(2)
    tx, ty, tz = (DTYPES[t] for t in OPS[k][1].split())
    turned = (*shape[:-2], shape[-1], shape[-2])
    x, y = filled(rng, shape, tx), filled(rng, shape, ty)
    xt, yt = filled(rng, turned, tx).swapaxes(-1, -2), filled(rng, turned, ty).swapaxes(-1, -2)
    out = np.zeros(shape, tz)
    for pair in ((x, yt), (xt, y), (xt, yt), (xt, y[..., :1])):
        assert check(library, k, *pair, out) == TILE


@pytest.mark.parametrize("k", range(len(OPS) - 1), ids=[op[0] for op in OPS[:-1]])
@pytest.mark.parametrize("shape", [(5, 7, 11, 13), (40, 3, 37, 2), (2, 3, 5, 97), (1, 300, 3, 5), (3, 1500, 2, 1)])
def test_tile_of_several_axes(library, k, shape):
    """Axes in any order, some backwards, in rows that begin anywhere."""
    rng = np.random.default_rng(7)
    tx, ty, tz = (DTYPES[t] for t in OPS[k][1].split())
    tiles = 0
    for order in itertools.permutations(range(4)):
        x = filled(rng, [shape[d] for d in order], tx).transpose(np.argsort(order))
        skip = order[0]
        y = filled(rng, np.prod(shape) + 3, ty)[skip:][:np.prod(shape)].reshape(shape)
        out = np.zeros(np.prod(shape) + 8, tz)[skip + 1:][:np.prod(shape)].reshape(shape)
        tiles += check(library, k, x, y, out) == TILE
        tiles += check(library, k, x[:, ::-1], y[..., :1], out) == TILE
        tiles += check(library, k, x, filled(rng, x.shape[::-1], ty).T, out) == TILE
    assert tiles > 8


@st.composite
def problems(draw):
    """Shape, and for each of two inputs and the output a way to lie in memory."""
    shape = tuple(draw(st.lists(st.integers(1, 9), min_size=0, max_size=5)))
    layouts = []
    for k in range(3):
        layouts.append((draw(st.permutations(range(len(shape)))),
                        [draw(st.sampled_from([1, 1, 2, -1, -2] + [0] * (k < 2))) for _ in shape]))
    return shape, layouts


def laid_out(rng, shape, layout, dtype):
    """An array of `shape` whose axes have a given order in memory and these steps; 0 broadcasts."""
    order, steps = layout
    lengths = [1 if step == 0 else n * abs(step) for n, step in zip(shape, steps, strict=True)]
    base = filled(rng, [lengths[d] for d in order], dtype)
    a = base.transpose(np.argsort(order)) if shape else base[...]
    index = tuple(slice(None, None, step) if step else slice(None) for step in steps)
    return a[(..., *index)]


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(problems(), st.integers(0, len(OPS) - 1), st.sampled_from([0xF, 0x9, 0xB]), st.booleans())
def test_any_layout(library, problem, k, variants, pure):
    """Whatever the strides, the result is NumPy's."""
    shape, layouts = problem
    rng = np.random.default_rng(3)
    x, y, out = (laid_out(rng, shape, layout, DTYPES[t])
                 for layout, t in zip(layouts, OPS[k][1].split(), strict=True))
    want = OPS[k][3](np.arange(out.size).reshape(out.shape), x, y).astype(out.dtype)
    run(library, k, (x, y), out, variants=variants, pure=pure)
    np.testing.assert_array_equal(out, np.broadcast_to(want, out.shape))


def test_axes_merge_and_order(library):
    """A Fortran-ordered operation is flat; so are reversed axes when all are."""
    rng = np.random.default_rng(4)
    x = np.asfortranarray(filled(rng, (6, 7, 8), "f4"))
    out = np.zeros((6, 7, 8), "f4", order="F")
    assert run(library, 0, (x, x), out) == FLAT
    np.testing.assert_array_equal(out, x + x)
    assert run(library, 0, (x[::-1, ::-1, ::-1], x[::-1, ::-1, ::-1]), out[::-1, ::-1, ::-1]) == FLAT


def test_many_axes(library):
    """More axes than a kernel has are walked by several launches."""
    rng = np.random.default_rng(5)
    shape = (2,) * 12
    x = filled(rng, (4,) * 12, "f4")[(slice(None, None, 2),) * 12]
    out = np.zeros(shape, "f4")
    assert run(library, 0, (x, x.T), out) == STRIDED
    np.testing.assert_array_equal(out, x + x.T)


def _strides(shape, order, itemsize):
    """Of an array whose axes lie in memory in this order, slowest first."""
    strides, step = [0] * len(shape), itemsize
    for d in reversed(order):
        strides[d] = step
        step *= shape[d]
    return strides


@pytest.mark.parametrize("seed", range(100))
def test_blocks_take_what_lies_together(library, seed):
    """Of large arrays in any order, whole, cut, in steps or repeated, no plan moves many times what is needed."""
    rng = np.random.default_rng(seed)
    ndim = int(rng.integers(2, 7))
    char = str(rng.choice(list("BBehifdF")))
    width = np.dtype(char).itemsize
    size = 2.0 ** rng.uniform(24, 29) / width
    shape = [max(1, round(size ** c)) for c in rng.dirichlet(np.full(ndim, 0.7))]
    order = list(rng.permutation(ndim))
    kept = list(range(ndim))
    whole, turned = _strides(shape, kept, width), _strides(shape, order, width)
    wide = _strides([*shape[:-1], shape[-1] + 3], kept, width)
    stepped = _strides([*shape[:-1], 2 * shape[-1]], kept, width)
    stepped[-1] *= 2
    some = [n if rng.random() < 0.5 else 1 for n in shape]
    repeated = [step if n > 1 else 0 for step, n in zip(_strides(some, kept, width), some, strict=True)]
    elsewhere = _strides(shape, list(rng.permutation(ndim)), width)
    for other in (None, whole, wide, stepped, repeated, elsewhere):
        if shape[-1] < 16 and other in (wide, stepped):
            continue
        inputs = [turned] if other is None else [turned, other]
        for out, out_order in itertools.product({width, 1}, (kept, order)):
            every = [*inputs, _strides(shape, out_order, out)]
            c = ctypes.c_int64 * ndim
            keep = [c(*strides) for strides in every]
            items = (Operand * len(every))(*(
                Operand((k + 1) << 40, ctypes.cast(x, ctypes.POINTER(ctypes.c_int64)), w, 0)
                for k, (x, w) in enumerate(zip(keep, [*[width] * len(inputs), out], strict=True))))
            memory, threads = ctypes.c_double(), ctypes.c_double()
            library.plan_shares(ndim, c(*shape), items, len(inputs), 1, ctypes.byref(memory), ctypes.byref(threads))
            assert memory.value > 0.14 and threads.value > 0.09, (shape, char, every, memory, threads)


@pytest.mark.parametrize("shape", [(1 << 33,), (3, 1 << 31), (1 << 16, 1 << 17), (5, 7, 1 << 30)])
@pytest.mark.parametrize("step", [1, 2])
def test_large_shapes_are_cut(library, shape, step):
    """No launch has more than 2^30 elements, and together they have all."""
    strides = [4 * step * int(np.prod(shape[d + 1:], dtype=np.int64)) for d in range(len(shape))]
    c = (ctypes.c_int64 * len(shape))
    items = (Operand * 2)(*(Operand(16, ctypes.cast(c(*strides), ctypes.POINTER(ctypes.c_int64)), 4, 0)
                            for _ in range(2)))
    keep = [c(*strides) for _ in items]
    for item, values in zip(items, keep, strict=True):
        item.strides = ctypes.cast(values, ctypes.POINTER(ctypes.c_int64))
    total, largest = ctypes.c_int64(), ctypes.c_int64()
    covered = library.plan(len(shape), c(*shape), items, 1, 1, 0, ctypes.byref(total), ctypes.byref(largest))
    assert covered == total.value == np.prod(shape, dtype=np.int64)
    assert largest.value <= 1 << 30
