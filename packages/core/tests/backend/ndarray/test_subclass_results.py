"""New arrays of derived classes: functions and methods keep the class where NumPy does, and tell it the source."""
import numpy
import pytest

import cupy


def tagged(xp):
    class Tagged(xp.ndarray):
        def __array_finalize__(self, obj):
            self.tag = getattr(obj, "tag", None)
    return Tagged


def made(xp, values):
    a = xp.asarray(values).view(tagged(xp))
    a.tag = "here"
    return a


CALLS = {
    "cumsum": lambda xp, a: [xp.cumsum(a), a.cumsum(0), xp.add.accumulate(a), xp.nancumsum(a), a.cumprod()],
    "reduceat": lambda xp, a: [xp.add.reduceat(a, [0, 1]), xp.multiply.reduceat(a, [0], 1)],
    "outer": lambda xp, a: xp.add.outer(a, a), "reduce": lambda xp, a: xp.add.reduce(a),
    "sort": lambda xp, a: [xp.sort(a), xp.argsort(a), a.argsort(0), xp.partition(a, 1), xp.argpartition(a, 1)],
    "take": lambda xp, a: [xp.take(a, xp.asarray([0, 1])), a.take(xp.asarray([1]), 1), xp.take_along_axis(
        a, xp.asarray([[0]]), 1)],
    "compress": lambda xp, a: [xp.compress([True, False], a, axis=0), a.compress([True], 1), xp.extract(a > 1, a)],
    "choose": lambda xp, a: xp.choose(xp.asarray([[0, 1, 0, 1]] * 3), [a, a]),
    "repeat": lambda xp, a: [xp.repeat(a, 2), a.repeat(2, 0), xp.tile(a, 2)],
    "flatten": lambda xp, a: [a.flatten(), a.flatten("F"), a.ravel(), a.copy(), a.T.flatten()],
    "dot": lambda xp, a: [xp.dot(a, xp.ones((4, 2))), a.dot(xp.ones(4)), xp.ones((2, 3)) @ a, a @ xp.ones((4, 2)),
                          xp.matmul(a, xp.ones(4)), xp.inner(a, a)],
    "matmul out": lambda xp, a: xp.matmul(a, xp.ones((4, 2)), out=xp.zeros((3, 2))),
    "edit": lambda xp, a: [xp.delete(a, [0], 0), xp.insert(a, [0], 1.0, 0), xp.unique(a), xp.ediff1d(a), xp.diff(a)],
    "gradient": lambda xp, a: xp.gradient(a),
    "quantile": lambda xp, a: [xp.median(a, axis=0), xp.quantile(a, 0.3, axis=0), xp.percentile(a, 30, axis=1)],
    "polyval": lambda xp, a: [xp.polyval(xp.asarray([1.0, 2]), a), xp.diagflat(a)],
    "linalg": lambda xp, a: [xp.linalg.inv(a[:3, :3] + xp.eye(3)), xp.linalg.solve(a[:, :3] + xp.eye(3), a)],
    "apply": lambda xp, a: xp.apply_along_axis(lambda row: row * 2, 0, a),
    "reductions": lambda xp, a: [a.sum(0), a.mean(1), a.max(0), xp.nanmax(a, axis=0), xp.ptp(a, axis=0), a.var(0)],
    "asarray": lambda xp, a: [xp.asarray(a), xp.ascontiguousarray(a), xp.asfortranarray(a), xp.array(a),
                              xp.asarray(a, "f4")],
    "asanyarray": lambda xp, a: [xp.asanyarray(a), xp.asanyarray(a, "f4"), xp.array(a, subok=True)],
    "broadcast": lambda xp, a: [xp.broadcast_to(a, (2, 3, 4)), xp.broadcast_to(a, (2, 3, 4), subok=True),
                                *xp.broadcast_arrays(a, a)],
}


def described(xp, result):
    if isinstance(result, (list, tuple)):
        return [described(xp, x) for x in result]
    return (type(result).__name__, getattr(result, "tag", None)) if isinstance(result, xp.ndarray) else None


@pytest.mark.parametrize("name", CALLS)
def test_class_and_source(name):
    values = numpy.arange(12.0).reshape(3, 4) ** 1.5
    wanted, found = (described(xp, CALLS[name](xp, made(xp, values))) for xp in (numpy, cupy))
    assert found == wanted


def test_asarray_of_a_subclass_shares_its_memory():
    a = made(cupy, numpy.arange(3.0))
    b = cupy.asarray(a)
    assert type(b) is cupy.ndarray
    b[0] = 7
    assert a.tolist() == [7, 1, 2]
    assert cupy.asanyarray(a) is a


class Foreign:
    """An array of another library, which answers for ufuncs."""

    def __init__(self):
        self.asked = []

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        self.asked.append((ufunc, method, len(inputs), sorted(options)))
        return "answered"


@pytest.mark.parametrize("call, wanted", [
    (lambda x, o: cupy.matmul(x, o), (cupy.matmul, "__call__", 2, [])),
    (lambda x, o: cupy.matmul(o, x), (cupy.matmul, "__call__", 2, [])),
    (lambda x, o: cupy.matmul(x, x, out=o), (cupy.matmul, "__call__", 2, ["out"])),
    (lambda x, o: x @ o, (cupy.matmul, "__call__", 2, [])),
    (lambda x, o: cupy.vecdot(x, o), (cupy.vecdot, "__call__", 2, [])),
    (lambda x, o: cupy.add.accumulate(o), (cupy.add, "accumulate", 1, ["axis", "dtype", "out"])),
    (lambda x, o: cupy.add.reduceat(o, [0]), (cupy.add, "reduceat", 2, ["axis", "dtype", "out"])),
    (lambda x, o: cupy.add.reduce(o)[:8], (cupy.add, "reduce", 1,
                                           ["axis", "dtype", "initial", "keepdims", "out", "where"])),
    (lambda x, o: cupy.add.outer(x, o), (cupy.add, "outer", 2, [])),
    (lambda x, o: cupy.add.at(o, [0], x), (cupy.add, "at", 3, [])),
    (lambda x, o: cupy.add(x, x, o), (cupy.add, "__call__", 2, ["out"])),
    (lambda x, o: cupy.add(x, x, where=o), (cupy.add, "__call__", 2, ["where"])),
])
def test_other_libraries_are_asked(call, wanted):
    other = Foreign()
    assert call(cupy.ones((2, 2)), other) == "answered"
    assert other.asked == [wanted]
