"""Objects that are no arrays but have a function's method: the functions call it where NumPy's do."""
import decimal

import numpy as np
import pytest

import cupy

CALLS = {
    "all": {"axis": 0}, "any": {"axis": 0, "keepdims": True}, "argmax": {"axis": 1}, "argmin": {}, "amax": {"axis": 1},
    "min": {"initial": 3}, "sum": {"axis": 1, "dtype": "f"}, "prod": {"axis": (0, 1), "where": False}, "mean": {},
    "std": {"ddof": 1}, "var": {"axis": 0, "dtype": "f"}, "cumsum": {"axis": 0, "dtype": "f"},
    "cumprod": {"axis": 1}, "argsort": {"axis": 0}, "nonzero": {}, "round": {"decimals": 2}, "around": {"decimals": 1},
    "clip": {}, "squeeze": {"axis": 0}, "transpose": {}, "permute_dims": {"axes": (1, 0)}, "sqrt": {}, "log1p": {},
}
MORE = {
    "take": (5,), "repeat": (2,), "reshape": ((4, 3),), "swapaxes": (0, 1), "argpartition": (1,), "choose": ([1, 2],),
    "searchsorted": (3,), "put": (0, 7), "transpose": ((1, 0),), "moveaxis": (0, 1), "rollaxis": (1,), "arctan2": (2,),
}
#: What NumPy's functions hand on though nobody gave it.
DEFAULTS = {
    "axis": (None, -1), "kind": (None, "introselect"), "mode": ("raise", "wrap"), "side": ("left",),
    "order": ("C", None), "out": (None,), "sorter": (None,), "stable": (None,), "dtype": (None,),
    "decimals": (0,), "ddof": (0,),
}


class Table:
    """Writes down what is called."""

    shape, ndim, size = (3, 4), 2, 12

    def __init__(self):
        self.called = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)

        def method(*args, **kwargs):
            given = {key: x for key, x in kwargs.items() if x not in DEFAULTS.get(key, ())}
            self.called.append((name, [x for x in args if x is not None], given))
            return f"{name} of a table"
        return method


def called(xp, name, args, kwargs):
    table = Table()
    return getattr(xp, name)(table, *args, **kwargs), table.called


@pytest.mark.parametrize("name, args, kwargs", [*((name, (), given) for name, given in CALLS.items()),
                                                *((name, args, {}) for name, args in MORE.items())])
def test_as_numpy(name, args, kwargs):
    assert called(cupy, name, args, kwargs) == called(np, name, args, kwargs)


def test_other_places_of_the_object():
    for xp in (np, cupy):
        table = Table()
        assert xp.compress([True, False], table) == "compress of a table"
        assert xp.compress([True, False], axis=0, a=table) == "compress of a table"
        assert xp.cumsum(a=table) == xp.cumsum(table, 0) == "cumsum of a table"
        assert xp.size(table) == 12


def test_attributes():
    class Part:
        real, imag = "real", "imag"

    assert (cupy.real(Part()), cupy.imag(Part())) == (np.real(Part()), np.imag(Part())) == ("real", "imag")
    assert cupy.sqrt(decimal.Decimal(2)) == np.sqrt(decimal.Decimal(2))


class Readable:
    """An array of another library, which has methods as well."""

    def __init__(self, **interface):
        self.items = np.arange(6.0)
        for name, value in interface.items():
            setattr(self, name, value)

    def __array__(self, dtype=None, copy=None):
        return self.items

    def sum(self, **kwargs):
        raise AssertionError("it is read, not asked")

    cumsum = transpose = sum


def test_arrays_of_other_libraries_are_read():
    assert cupy.sum(Readable()).item() == 15
    assert cupy.cumsum(Readable())[-1].item() == 15
    assert cupy.transpose(Readable()).shape == (6,)


@pytest.mark.parametrize("value", [3, 2.5, 1 + 2j, np.float32(3), [1, 2], (1, 2)])
def test_values_are_read(value):
    for name in ("real", "imag", "sum", "cumsum", "round", "conjugate", "flip" if np.ndim(value) else "abs"):
        want, found = getattr(np, name)(value), getattr(cupy, name)(value)
        assert isinstance(found, cupy.ndarray) and found.dtype == np.asarray(want).dtype
        np.testing.assert_array_equal(found.get(), want)


def test_memory_is_read():
    assert cupy.flip(memoryview(b"abc")).tolist() == [99, 98, 97] and cupy.sum(memoryview(b"abc")).item() == 294


def test_objects_without_the_method_are_refused():
    for name in ("sum", "cumsum", "argmax", "transpose", "nonzero", "real"):
        with pytest.raises((TypeError, ValueError), match="object"):
            getattr(cupy, name)(object())
