"""Failures that kernels leave on the device, and when they are raised."""
import numpy
import pytest

import cupy
from cupy._linalg.decompose import failures

cupyx = pytest.importorskip("cupyx")
pytestmark = pytest.mark.optional


def test_one_word_for_calls_of_a_kind():
    first = failures.word("one")
    assert failures.word("one") is first and failures.word("other") is not first
    assert cupy.ones(2).get().tolist() == [1, 1]
    assert failures.word("one") is not first
    failures.check()


def test_the_next_copy_to_the_host_raises_once():
    failures.word("it failed").fill(3)
    with pytest.raises(numpy.linalg.LinAlgError, match="it failed"):
        cupy.ones(2).get()
    assert cupy.ones(2).get().tolist() == [1, 1]


def test_at_once_or_never():
    with cupyx.errstate(linalg="raise"):
        failures.word("now").fill(1)
        with pytest.raises(numpy.linalg.LinAlgError, match="now"):
            failures.launched()
    with cupyx.errstate(linalg="ignore"):
        assert failures.word("never") is None
        failures.launched()
