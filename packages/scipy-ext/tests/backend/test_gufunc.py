"""Generalized universal functions."""
import numpy
import pytest

import cupy
import cupyx
from cupy import testing


def inner(x, y):
    return (x * y).sum(-1)


def swapped(x):
    return cupy.swapaxes(x, -1, -2)


def test_parts_and_batches():
    a, b = numpy.arange(24.0).reshape(2, 3, 4), numpy.arange(12.0).reshape(3, 4)
    for batched in (False, True):
        f = cupyx.GeneralizedUFunc(inner, "(n),(n)->()", supports_batched=batched)
        testing.assert_array_equal(f(cupy.asarray(a), cupy.asarray(b)), (a * b).sum(-1))
        testing.assert_array_equal(f(cupy.asarray(a[0, 0]), cupy.asarray(b[0])), (a[0, 0] * b[0]).sum())
        testing.assert_array_equal(f(cupy.asarray(a), cupy.asarray(b), axis=-2), (a * b).sum(-2))
        testing.assert_array_equal(f(cupy.asarray(a), cupy.asarray(b), keepdims=True), (a * b).sum(-1, keepdims=True))
        testing.assert_array_equal(f(cupy.asarray(a), cupy.asarray(b), axis=1 - 3, keepdims=True),
                                   (a * b).sum(-2, keepdims=True))
        testing.assert_array_equal(f(cupy.asarray(a), cupy.asarray(b.T), axes=[2, 0, ()]),
                                   numpy.vecdot(a, b.T, axes=[2, 0, ()]))
        g = cupyx.GeneralizedUFunc(swapped, "(m,n)->(n,m)", supports_batched=batched)
        testing.assert_array_equal(g(cupy.asarray(a)), a.swapaxes(1, 2))
        testing.assert_array_equal(g(cupy.asarray(a), axes=[(0, 1), (0, 1)]), a.transpose(1, 0, 2))


def test_several_results_and_out():
    f = cupyx.GeneralizedUFunc(lambda x: (x.min(-1), x * 2), "(n)->(),(n)", supports_batched=True)
    a = cupy.arange(6.0).reshape(2, 3)
    low, double = f(a)
    testing.assert_array_equal(low, [0, 3])
    testing.assert_array_equal(double, a.get() * 2)
    outs = cupy.empty(2), cupy.empty((2, 3), "f")
    assert f(a, out=outs)[0] is outs[0]
    testing.assert_array_equal(outs[1], a.get() * 2)
    assert f(a, *outs)[1] is outs[1]
    g = cupyx.GeneralizedUFunc(cupy.negative, "()->()", supports_batched=True, supports_out=True)
    out = cupy.empty((2, 3))
    assert g(a, out=out) is out
    testing.assert_array_equal(out, -a.get())
    assert g(a, order="F").flags.f_contiguous and g(a, dtype="f").dtype == "f"


def test_types_choose_the_function():
    f = cupyx.GeneralizedUFunc(inner, "(n),(n)->()", signatures=[
        ("ff->f", lambda x, y: cupy.array(1, "f")), ("dd->d", lambda x, y: cupy.array(2.0))])
    assert float(f(cupy.ones(3, "f"), cupy.ones(3, "f"))) == 1
    assert float(f(cupy.ones(3, "i"), cupy.ones(3))) == 2
    assert float(f(cupy.ones(3, "f"), cupy.ones(3, "f"), signature="dd->d")) == 2
    assert float(f(cupy.ones(3, "f"), cupy.ones(3, "f"), dtype="d")) == 2
    assert f.types == ["ff->f", "dd->d"]
    g = cupyx.GeneralizedUFunc(inner, "(n),(n)->()", signatures=[("ff->f", None), ("dd->d", lambda x, y: y[0])])
    assert float(g(cupy.ones(3, "f"), cupy.ones(3, "f"))) == 3
    assert float(g(cupy.ones(3, "i"), cupy.ones(3))) == 1
    with pytest.raises(TypeError):
        f(cupy.ones(3, "D"), cupy.ones(3))
    with pytest.raises(TypeError):
        f(cupy.ones(3), cupy.ones(3), signature="ii->i")


@pytest.mark.parametrize("batched", [False, True])
def test_optional_axes(batched):
    f = cupyx.GeneralizedUFunc(lambda x, y: (x[..., :, :, None] * y[..., None, :, :]).sum(-2),
                               "(m?,n),(n,p?)->(m?,p?)", supports_batched=batched, supports_out=True)
    a, b = numpy.arange(6.0).reshape(2, 3), numpy.arange(12.0).reshape(3, 4)
    many = numpy.arange(30.0).reshape(5, 3, 2)
    for x, y in [(a, b), (a[0], b), (a, b[:, 0]), (a[0], b[:, 0]), (a, many), (a[0], many), (many, a[:, 0])]:
        testing.assert_array_equal(f(cupy.asarray(x), cupy.asarray(y)), numpy.matmul(x, y))
    out = cupy.empty(4)
    assert f(cupy.asarray(a[0]), cupy.asarray(b), out=out) is out
    testing.assert_array_equal(out, a[0] @ b)
    testing.assert_array_equal(f(cupy.asarray(a.T), cupy.asarray(b), axes=[(1, 0), (0, 1), (1, 0)]), (a @ b).T)
    for x, y in [(a, a), (a[0], b.T), (a[0, 0], b)]:
        with pytest.raises(ValueError):
            f(cupy.asarray(x), cupy.asarray(y))


@pytest.mark.parametrize("batched", [False, True])
def test_broadcastable_and_fixed_axes(batched):
    f = cupyx.GeneralizedUFunc(lambda x, y: (x * y).sum(-1), "(n|1),(n|1)->()", supports_batched=batched)
    a, b = numpy.arange(6.0).reshape(2, 3), numpy.arange(2.0).reshape(2, 1)
    for x, y in [(a, b), (b, a), (a, a), (b, b), (a[0], b)]:
        testing.assert_array_equal(f(cupy.asarray(x), cupy.asarray(y)), (x * y).sum(-1))
    with pytest.raises(ValueError):
        f(cupy.ones(3), cupy.ones(2))
    cross = cupyx.GeneralizedUFunc(lambda x, y: cupy.cross(x, y), "(3),(3)->(3)", supports_batched=batched)
    testing.assert_array_equal(cross(cupy.asarray(a), cupy.asarray(a[1])), numpy.cross(a, a[1]))
    with pytest.raises(ValueError):
        cross(cupy.ones(4), cupy.ones(4))
    for signature in ("(n?),(n)->()", "(n|2)->()", "(n?|1)->()"):
        with pytest.raises(ValueError):
            cupyx.GeneralizedUFunc(inner, signature)


def test_attributes():
    f = cupyx.GeneralizedUFunc(inner, "(n),(n)->()", name="dotted", doc="text")
    assert (f.__name__, f.__doc__, f.nin, f.nout, f.nargs) == ("dotted", "text", 2, 1, 3)
    assert "dotted" in repr(f)
    assert f(cupy.ones((0, 3)), cupy.ones(3)).shape == (0,)


def test_errors():
    f = cupyx.GeneralizedUFunc(inner, "(n),(n)->()")
    g = cupyx.GeneralizedUFunc(swapped, "(m,n)->(n,m)")
    a = cupy.ones((2, 3))
    for error, call in [
            (TypeError, lambda: f(a)), (TypeError, lambda: f(a, a, a, out=a)), (ValueError, lambda: f(a, a[:, 1:])),
            (ValueError, lambda: f(a, cupy.ones((3, 3)))), (ValueError, lambda: f(a, 1.0)),
            (TypeError, lambda: f(a, a, axis=0, axes=[0, 0, ()])), (TypeError, lambda: g(a, axis=0)),
            (TypeError, lambda: g(a, keepdims=True)), (ValueError, lambda: f(a, a, axes=[0])),
            (ValueError, lambda: f(a, a, axes=[(0, 1), 0, ()])), (ValueError, lambda: g(a, axes=[(0, 0), (0, 1)])),
            (ValueError, lambda: f(a, a, out=cupy.ones(3))), (ValueError, lambda: f(a, a, out=(a, a))),
            (TypeError, lambda: f(a, a, out=cupy.ones(2, "i"))),
            (ValueError, lambda: cupyx.GeneralizedUFunc(inner, "n->n")),
            (TypeError, lambda: cupyx.GeneralizedUFunc(1, "()->()")),
            (ValueError, lambda: cupyx.GeneralizedUFunc(lambda x: x, "(n)->()")(a)),
            (ValueError, lambda: cupyx.GeneralizedUFunc(lambda x: x, "(n)->(),()")(a))]:
        with pytest.raises(error):
            call()


REFERENCES = {
    "matmul": ("(m?,n),(n,p?)->(m?,p?)", lambda x, y: (x[..., :, :, None] * y[..., None, :, :]).sum(-2)),
    "vecdot": ("(n),(n)->()", lambda x, y: (x * y).sum(-1)),
    "matvec": ("(m,n),(n)->(m)", lambda x, y: (x * y[..., None, :]).sum(-1)),
    "vecmat": ("(n),(n,m)->(m)", lambda x, y: (x[..., None] * y).sum(-2)),
}
SHAPES = {
    "matmul": [((2, 3), (3, 4)), ((3,), (3, 4)), ((3,), (3,)), ((5, 2, 3), (3, 4)), ((2, 3), (4, 3)), ((), (3,))],
    "vecdot": [((3,), (3,)), ((2, 1, 3), (4, 3)), ((3,), (4,)), ((1,), (3,)), ((0, 3), (3,)), ((2, 0), (0,))],
    "matvec": [((2, 3), (3,)), ((5, 2, 3), (5, 3)), ((3,), (3,)), ((2, 3), (2,))],
    "vecmat": [((3,), (3, 2)), ((5, 3), (3, 2)), ((3,), (5, 3, 2)), ((2,), (3, 2))],
}
KEYWORDS = [
    {}, {"axes": [0, 0, ()]}, {"axes": [-1, -1]}, {"axes": [0, 0, 0]}, {"axes": [(0, 1), (0, 1), (0, 1)]},
    {"axes": [(1, 0), (0, 1), (1, 0)]}, {"axes": [(-2, -1), -1, -1]}, {"axes": ((0,), (0,), ())},
    {"axes": [(0, 0), (0, 1), (0, 1)]}, {"axes": [9, 0, ()]}, {"axis": 0}, {"axis": -1}, {"axis": 5},
    {"axis": 0, "axes": [0, 0, ()]}, {"keepdims": True}, {"keepdims": True, "axis": -2}, {"keepdims": 1},
    {"order": "F"}, {"order": "C"}, {"order": "Z"}, {"dtype": "f4"}, {"dtype": "c16"}, {"casting": "no"},
    {"casting": "unsafe", "dtype": "i4"}, {"signature": "dd->d"}, {"signature": "ff->f", "casting": "unsafe"},
    {"keepdims": True, "axes": [0, 0, 0]}]


def outcome(function, *args, **kwargs):
    """What a call gives: an array of NumPy, or the error."""
    try:
        found = function(*args, **kwargs)
    except (TypeError, ValueError) as error:
        return error
    return found.get() if isinstance(found, cupy.ndarray) else numpy.asarray(found)


@pytest.mark.parametrize("out", [None, "d", "f", "i", "longer"])
@pytest.mark.parametrize("name", REFERENCES)
def test_as_numpys_gufuncs(name, out):
    signature, function = REFERENCES[name]
    reference = getattr(numpy, name, None)
    if reference is None:
        pytest.skip("since NumPy 2.2")
    ours = cupyx.GeneralizedUFunc(function, signature, supports_batched=True, name=name,
                                  signatures=[(f"{c}{c}->{c}", None) for c in "ifdFD"])
    rng = numpy.random.default_rng(0)
    for left, right in SHAPES[name]:
        for keywords in KEYWORDS:
            a, b = rng.integers(0, 9, left).astype("d"), rng.integers(0, 9, right).astype("d")
            outs = [{}, {}]
            if out is not None:
                axes = {k: v for k, v in keywords.items() if k in ("axes", "axis", "keepdims")}
                plain = outcome(reference, a, b, **axes)
                shape = (2,) if isinstance(plain, Exception) else plain.shape + (1,) * (out == "longer")
                outs = [{"out": module.zeros(shape, "d" if out == "longer" else out)} for module in (numpy, cupy)]
            want = outcome(reference, a, b, **keywords, **outs[0])
            got = outcome(ours, cupy.asarray(a), cupy.asarray(b), **keywords, **outs[1])
            what = f"{left} {right} {keywords}: {want!r}, {got!r}"
            if isinstance(want, Exception):
                # Which of several faults is found first is not the same.
                kind = TypeError if isinstance(want, TypeError) else ValueError
                assert isinstance(got, kind if out is None and len(keywords) < 2 else Exception), what
                continue
            assert isinstance(got, numpy.ndarray) and got.dtype == want.dtype, what
            numpy.testing.assert_array_equal(got, want, err_msg=what)
