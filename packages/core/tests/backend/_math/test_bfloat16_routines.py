"""Routines on bfloat16, against the same in float32 rounded."""
import numpy
import pytest

import cupy

ml_dtypes = pytest.importorskip("ml_dtypes")
pytestmark = pytest.mark.optional

CALLS = {
    "where": lambda a: cupy.where(a > 2, a, -a),
    "where weak": lambda a: cupy.where(a > 2, a, 0.5),
    "clip": lambda a: cupy.clip(a, 1.5, 3),
    "nan_to_num": lambda a: cupy.nan_to_num(a / 0, posinf=8),
    "around": lambda a: cupy.around(a * 1.25),
    "concatenate": lambda a: cupy.concatenate([a, a[::-1]]),
    "tril": lambda a: cupy.tril(a.reshape(2, 3)),
    "diff": lambda a: cupy.diff(a * a),
    "repeat": lambda a: cupy.repeat(a, 2),
    "pad": lambda a: cupy.pad(a, 2, "reflect"),
    "take": lambda a: cupy.take(a, [3, 1]),
    "fix": lambda a: cupy.fix(a / 2),
    "sqrt": lambda a: cupy.sqrt(a),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_like_float32(call):
    a = cupy.arange(6, dtype=numpy.float32) if call is not CALLS["nan_to_num"] else cupy.ones(3, "f")
    small = call(a.astype(ml_dtypes.bfloat16))
    assert small.dtype == ml_dtypes.bfloat16
    wanted = call(a).get().astype(ml_dtypes.bfloat16)
    numpy.testing.assert_array_equal(small.get().astype("f"), wanted.astype("f"))


def test_comparisons():
    a = cupy.arange(6).astype(ml_dtypes.bfloat16)
    assert cupy.isclose(a, a).get().all() and bool(cupy.allclose(a, a))
    assert bool(cupy.array_equal(a, a)) and not cupy.isposinf(a).get().any()
    assert cupy.result_type(a, 1.0) == ml_dtypes.bfloat16
