"""Failures that kernels leave on the device, and when they are raised."""
import numpy
import pytest

import cupy
import cupyx
from cupy._libs import linalg_check


def test_one_word_for_calls_of_a_kind():
    first = linalg_check.word("one")
    assert linalg_check.word("one") is first and linalg_check.word("other") is not first
    assert cupy.ones(2).get().tolist() == [1, 1]
    assert linalg_check.word("one") is not first
    linalg_check.check()


def test_the_next_copy_to_the_host_raises_once():
    linalg_check.word("it failed").fill(3)
    with pytest.raises(numpy.linalg.LinAlgError, match="it failed"):
        cupy.ones(2).get()
    assert cupy.ones(2).get().tolist() == [1, 1]


def test_at_once_or_never():
    with cupyx.errstate(linalg="raise"):
        linalg_check.word("now").fill(1)
        with pytest.raises(numpy.linalg.LinAlgError, match="now"):
            linalg_check.launched()
    with cupyx.errstate(linalg="ignore"):
        assert linalg_check.word("never") is None
        linalg_check.launched()
