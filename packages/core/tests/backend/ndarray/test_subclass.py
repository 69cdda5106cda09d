"""Classes derived from ndarray: views and copies keep the class and tell it where they come from."""
import numpy
import pytest

import cupy
from cupy import testing


def classes(xp):
    class Made(xp.ndarray):
        def __new__(cls, *args, info=None, **kwargs):
            obj = super().__new__(cls, *args, **kwargs)
            obj.info = info
            return obj

        def __array_finalize__(self, obj):
            if obj is not None:
                self.info = getattr(obj, "info", None)

    class Viewed(Made):
        def __new__(cls, items, info=None):
            obj = xp.asarray(items).view(cls)
            obj.info = info
            return obj

    return Made, Viewed


VIEWS = {
    "item": lambda a: a[0], "slice": lambda a: a[:, ::2], "transpose": lambda a: a.T,
    "reshape": lambda a: a.reshape(3, 2),
    "ravel": lambda a: a.ravel(), "copy": lambda a: a.copy(), "view": lambda a: a.view(),
    "dtype": lambda a: a.view("i8"),
    "newaxis": lambda a: a[None], "swapaxes": lambda a: a.swapaxes(0, 1), "squeeze": lambda a: a[:1].squeeze(),
}


@pytest.mark.parametrize("name", VIEWS)
def test_views_keep_the_class(name):
    for xp in (numpy, cupy):
        for cls in classes(xp):
            a = cls((2, 3), info="told") if cls.__name__ == "Made" else cls(xp.zeros((2, 3)), "told")
            v = VIEWS[name](a)
            assert type(v) is cls and v.info == "told"


def test_casts_between_classes():
    for xp in (numpy, cupy):
        made, viewed = classes(xp)
        a = xp.arange(6.0)
        v = a.view(made)
        assert type(v) is made and v.info is None and v.dtype == a.dtype
        assert type(v.view(xp.ndarray)) is xp.ndarray and type(v.view(type=viewed)) is viewed
        assert a.view("i8", made).dtype == "i8" and type(a.view("i8", made)) is made
        v[0] = 7
        assert float(a[0]) == 7 and viewed(a, info=3).info == 3
        with pytest.raises((TypeError, ValueError)):
            a.view(type=int)
    with pytest.raises(TypeError):
        cupy.ndarray((2,), info=3)
    made, _ = classes(cupy)
    testing.assert_array_equal(made((2,), "i4", info=1) * 0 + 1, [1, 1])


def test_reduced_view():
    a = cupy.arange(6).reshape(1, 2, 3)
    assert a.reduced_view().shape == (6,) and a[:, :, ::2].reduced_view().shape == (2, 2)
    assert a.reduced_view("i4").shape == (12,)
    b = cupy.arange(120).reshape(2, 3, 4, 5)
    assert b[:, :2].reduced_view().shape == (2, 40) and b[..., :3].reduced_view().shape == (24, 3)
    assert b[:, :, 1:3].reduced_view().shape == (6, 10) and b.T.reduced_view().shape == (5, 4, 3, 2)
    cut = b[::-1, :, 1:3].reduced_view()
    assert cut.shape == (2, 3, 10) and (cut.ravel() == b[::-1, :, 1:3].ravel()).all() and cut.base is not None


def test_contiguity_by_its_private_name():
    a = cupy.zeros((2, 3))
    assert a._c_contiguous and a.T._f_contiguous and not a.T._c_contiguous and not a._f_contiguous
