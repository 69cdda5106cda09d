"""The SIMT kernels that put arrays side by side, run on this machine and compared with NumPy."""
import ctypes

import numpy as np
import pytest

from cupy._codegen import join

THREADS, SIZES = 256, {"few": 8, "many": 96}


class Divider(ctypes.Structure):
    _fields_ = [("divisor", ctypes.c_uint32), ("multiplier", ctypes.c_uint32), ("shift", ctypes.c_uint32)]


class Source(ctypes.Structure):
    _fields_ = [("items", ctypes.c_void_p), ("pitch", ctypes.c_int64), ("end", ctypes.c_int64),
                ("tiles", ctypes.c_int64)]


def parameters(most):
    class Join(ctypes.Structure):
        _fields_ = [("output", ctypes.c_void_p), ("pitch", ctypes.c_int64), ("rows", ctypes.c_int64),
                    ("count", ctypes.c_uint32), ("dense", ctypes.c_uint32), ("by_row", Divider),
                    ("by_source", Divider), ("sources", Source * most)]

    return Join


@pytest.fixture(scope="module")
def libraries(simt_library):
    unit = join.unit()
    return {size: simt_library(unit, (f"cupy::Join<{most}>", parameters(most)),
                               [name for name in unit.functions if name.endswith(size)])
            for size, most in SIZES.items()}


def divider(n):
    shift = max(n - 1, 0).bit_length()
    return Divider(n, (((1 << shift) - n << 32) // max(n, 1)) + 1, shift)


def joined(libraries, form, sources, frame, width):
    """Run a kernel on rows of bytes; `frame` is wider than the sources together."""
    words = [s.shape[1] // width for s in sources]
    tile = THREADS * (4 if width == 16 else 8) if width >= 4 else (2 * THREADS - 1) * 16 // width
    tiles = [-(-w // tile) for w in words]
    size = "few" if len(sources) <= SIZES["few"] else "many"
    p = parameters(SIZES[size])(
        frame.ctypes.data, frame.strides[0], frame.shape[0], len(sources), frame.shape[1] == sum(words) * width,
        divider(sum(words)), divider((tiles if form == "tiles" else words)[0] if len(set(words)) == 1 else 0))
    for k, s in enumerate(sources):
        p.sources[k] = Source(s.ctypes.data, s.strides[0], sum(words[:k + 1]), sum(tiles[:k + 1]))
    rows = frame.shape[0]
    each = THREADS * (4 if width == 16 else 2 * 16 // width)
    grid = rows * sum(tiles) if form == "tiles" else -(-rows * sum(words) // each)
    getattr(libraries[size], f"run_join_{form}_{width}_{size}")(ctypes.byref(p), grid)


@pytest.mark.parametrize("form", ["tiles", "rows"])
@pytest.mark.parametrize("width", [1, 2, 4, 8, 16])
@pytest.mark.parametrize(("rows", "lengths"), [
    (1, [5000, 1, 3]), (2, [8176, 20001]), (7, [1, 1]), (700, [1, 1]), (33, [2, 5, 1, 9]), (3, [5000, 2500]),
    (11, [3] * 40), (5, list(range(1, 97)))])
@pytest.mark.parametrize("gap", [0, 32])
def test_side_by_side(libraries, form, width, rows, lengths, gap):
    rng = np.random.default_rng(0)
    whole = [rng.integers(0, 255, (rows, n * width + 16), dtype="u1") for n in lengths]
    sources = [w[:, :n * width] for w, n in zip(whole, lengths, strict=True)]
    frame = np.zeros((rows, sum(lengths) * width + gap), "u1")
    joined(libraries, form, sources, frame, width)
    np.testing.assert_array_equal(frame[:, :sum(lengths) * width], np.concatenate(sources, axis=1))
    assert not frame[:, sum(lengths) * width:].any()
