"""Bools whose bytes are neither 0 nor 1, as masks of 0 and 255 viewed as bool: every byte but 0 is True."""
import numpy
import pytest
from numpy.testing import assert_array_equal

import cupy

#: Functions of one array of bools, of two, and of an array and a mask.
ONE = """sum prod mean std var any all count_nonzero amax amin ptp cumsum cumprod argmax argmin nansum nanprod nanmean
nonzero argwhere flatnonzero logical_not invert sort unique unique_all median average isnan isfinite
nancumsum packbits diff ediff1d trace diag triu tril diagonal ravel flipud where trim_zeros bincount unpackbits
real imag conj sqrt exp square nan_to_num histogram fix around cov""".split()
TWO = """add multiply subtract logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor equal not_equal
less less_equal greater greater_equal maximum minimum fmax fmin dot matmul inner outer vdot kron array_equal isin
searchsorted union1d intersect1d setdiff1d setxor1d concatenate append hypot power left_shift copysign arctan2 logaddexp
isclose tensordot convolve array_equiv cross allclose""".split()
METHODS = {
    "astype": lambda xp, a, b: [a.astype(t) for t in "bBhilefdFD?"],
    "mask": lambda xp, a, b: xp.arange(a.size).reshape(a.shape)[a],
    "mask of rows": lambda xp, a, b: xp.arange(a.size).reshape(a.shape)[a[:, 0]],
    "masked store": lambda xp, a, b: stored(xp.zeros(a.shape), a, 3),
    "masked array": lambda xp, a, b: stored(xp.zeros(a.shape), a, xp.arange(1.0, 1 + int((a.view("u1") != 0).sum()))),
    "where": lambda xp, a, b: xp.where(a, b, ~b),
    "choose": lambda xp, a, b: xp.choose(a.astype("i8"), [b, ~b]),
    "select": lambda xp, a, b: xp.select([a, b], [1, 2], 3),
    "compress": lambda xp, a, b: xp.compress(a[0], b, axis=1),
    "extract": lambda xp, a, b: xp.extract(a, b),
    "place": lambda xp, a, b: called(xp.place, xp.zeros(a.shape), a, xp.arange(3.0)),
    "putmask": lambda xp, a, b: called(xp.putmask, xp.zeros(a.shape), a, xp.arange(3.0)),
    "copyto": lambda xp, a, b: called(xp.copyto, xp.zeros(a.shape), 5, where=a),
    "out where": lambda xp, a, b: xp.add(a, 1, where=b, out=xp.zeros(a.shape)),
    "sum where": lambda xp, a, b: xp.sum(xp.ones(a.shape), where=a),
    "sum of an axis": lambda xp, a, b: [f(a, axis=k) for k in (0, 1) for f in
                                        (xp.sum, xp.prod, xp.any, xp.all, xp.max, xp.argmax, xp.mean, xp.cumsum)],
    "sum of columns": lambda xp, a, b: [xp.sum(a.T, axis=0), xp.sum(a[:, ::2]), xp.mean(a[::2]), xp.cumsum(a.T, 1)],
    "sum in other types": lambda xp, a, b: [xp.sum(a, dtype=t) for t in "bifdF?"],
    "scalar": lambda xp, a, b: [bool(a[0, 1]), int(a[1, 1]), float(a[0, 0])],
    "in place": lambda xp, a, b: (lambda c: called(c.__iand__, b))(a.copy()),
    "accumulate": lambda xp, a, b: [xp.logical_and.accumulate(a, 1), xp.logical_or.accumulate(a, 0),
                                    xp.add.accumulate(a, 0), xp.maximum.accumulate(a, 1)],
    "reduceat": lambda xp, a, b: [xp.add.reduceat(a, [0, 2], 1), xp.logical_or.reduceat(a, [0, 2], 1)],
    "at": lambda xp, a, b: (lambda c: (xp.add.at(c, a.ravel().nonzero()[0] % 3, 1), c)[1])(xp.zeros(3)),
    "add.at": lambda xp, a, b: (lambda c: (xp.add.at(c, xp.arange(a.size) % 3, a.ravel()), c)[1])(xp.zeros(3)),
    "mixed": lambda xp, a, b: [a + xp.arange(a.size).reshape(a.shape), a * 2.5, xp.float32(3) * a, a == 1],
    "bincount weights": lambda xp, a, b: xp.bincount(xp.arange(a.size) % 3, weights=a.ravel()),
    "broadcast": lambda xp, a, b: [a[0] + b, a[:, :1] & b, a.T.copy().T | b],
    "einsum": lambda xp, a, b: [xp.einsum("ij->i", a), xp.einsum("ij,kj->ik", a.astype("i8"), b.astype("i8"))],
    "quantile": lambda xp, a, b: xp.percentile(a.astype("f8"), [10, 60]),
    "interp": lambda xp, a, b: xp.interp(a.ravel(), xp.arange(3.0), xp.arange(3.0) * 2),
    "lexsort": lambda xp, a, b: xp.lexsort((a[0] != 0, b[0] != 0)),
    "block": lambda xp, a, b: xp.block([[a, b], [b, a]]).sum(),
    "item": lambda xp, a, b: [a.item(1), *a.ravel().tolist()],
}


def stored(target, mask, value):
    target[mask] = value
    return target


def called(function, target, *rest, **more):
    done = function(target, *rest, **more)
    return target if done is None else done


def odd(xp, values):
    """Bools of other bytes than 0 and 1 in `xp`, as they are in NumPy."""
    values = numpy.asarray(values)
    if xp is numpy:
        return values.copy()
    kinds = numpy.resize(numpy.array([255, 2, 1, 128, 254, 16], "u1"), values.shape)
    return xp.asarray(numpy.where(values, kinds, 0).astype("u1")).view("?")


def run(name, xp, a, b):
    if name in METHODS:
        return METHODS[name](xp, a, b)
    return getattr(xp, name)(*((a,) if name in ONE else (a, b)))


def flat(x):
    """Arrays of a result, on the host; bools as truth values."""
    if isinstance(x, (tuple, list)):
        return [item for each in x for item in flat(each)]
    x = x.get() if hasattr(x, "get") else numpy.asarray(x)
    return [x.view("u1") != 0 if x.dtype == bool else x]


@pytest.mark.parametrize("shape", [(3, 5), (67, 131)])
@pytest.mark.parametrize("name", [*ONE, *TWO, *METHODS])
def test_as_numpy(name, shape):
    rng = numpy.random.default_rng(5)
    a, b = rng.random(shape) < 0.6, rng.random(shape) < 0.4
    if name in ("trim_zeros", "bincount", "isin", "searchsorted", "convolve", "cov"):
        a, b = a[0], b[0]
    if name == "searchsorted":
        a.sort()
    if name in ("dot", "matmul", "tensordot"):
        b = b.T.copy()
    if name == "tensordot":
        a, b = a[:3, :3], b[:3, :3]
    if name == "cross":
        a, b = a[:, :3], b[:, :3]
    if name == "kron":
        a, b = a[:5, :5], b[:5, :5]
    found = []
    for xp in (numpy, cupy):
        try:
            with numpy.errstate(all="ignore"):
                found.append(flat(run(name, xp, odd(xp, a), odd(xp, b))))
        except (TypeError, ValueError) as error:
            found.append(type(error))
    wanted, got = found
    if isinstance(wanted, type) or isinstance(got, type):
        assert wanted is got
        return
    assert len(wanted) == len(got)
    for x, y in zip(wanted, got, strict=True):
        assert x.dtype == y.dtype
        if x.dtype.kind in "fc":
            numpy.testing.assert_allclose(y, x, rtol=2e-3 if x.dtype == "e" else 1e-5)
        else:
            assert_array_equal(y, x)


@pytest.mark.parametrize("n", [1, 7, 64, 1000, 5000])
def test_lengths(n):
    values = numpy.arange(n) % 3 != 0
    a = odd(cupy, values)
    assert int(a.sum()) == int(values.sum()) == int(cupy.count_nonzero(a)) == int(a[::1].astype("i4").sum())
    assert_array_equal(a.cumsum().get(), values.cumsum())
    assert_array_equal(a.nonzero()[0].get(), values.nonzero()[0])
    assert_array_equal((a & a).view("u1").get(), values.view("u1"))
    assert_array_equal(a.copy().view("u1").get() != 0, values)
