"""Settings of what happens to bad values, which core acts upon."""
import threading

import numpy
import pytest

import cupy
import cupyx
from cupy._ext import index_action, set_index_action


def test_settings_come_back():
    before = cupyx.geterr()
    with cupyx.errstate(linalg="raise"):
        assert cupyx.geterr() == before | {"linalg": "raise"}
        with cupyx.errstate(index="ignore"):
            assert cupyx.geterr() == before | {"linalg": "raise", "index": "ignore"}
        assert cupyx.geterr() == before | {"linalg": "raise"}
    assert cupyx.geterr() == before
    old = cupyx.seterr(linalg="ignore")
    assert old == before
    assert cupyx.seterr(**old)["linalg"] == "ignore"
    assert cupyx.geterr() == before


def test_a_block_leaves_what_core_was_told():
    old = set_index_action("raise")
    try:
        with cupyx.errstate(linalg="ignore"):
            assert index_action() == "raise"
            with pytest.raises(IndexError):
                cupy.arange(3)[cupy.asarray([5])]
        assert index_action() == "raise"
        with pytest.raises(IndexError):
            cupy.arange(3)[cupy.asarray([5])]
    finally:
        set_index_action(old)


def test_settings_are_a_threads_own():
    found = []
    with cupyx.errstate(index="raise"):
        thread = threading.Thread(target=lambda: found.append(cupyx.geterr()["index"]))
        thread.start()
        thread.join()
    assert found == [None]


def test_what_is_refused():
    with pytest.raises(ValueError, match="linalg"):
        cupyx.seterr(linalg="warn")
    with pytest.raises(NotImplementedError, match="divide"):
        cupyx.seterr(divide="raise")
    with pytest.raises(numpy.linalg.LinAlgError), cupyx.errstate(linalg="raise"):
        cupy.linalg.inv(cupy.zeros((2, 2)))
