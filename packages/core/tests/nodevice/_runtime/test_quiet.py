"""NumPy's functions without its warnings: one within the other, in several threads, and the caller's state kept."""
from concurrent.futures import ThreadPoolExecutor

import numpy
import pytest

from cupy._runtime.quiet import call_quietly, quiet


@pytest.mark.filterwarnings("error")
def test_no_warnings():
    largest = numpy.full(3, numpy.finfo(float).max)
    double = quiet(numpy.add)
    assert numpy.isinf(double(largest, largest)).all()
    assert numpy.isinf(call_quietly(double, largest, largest, dtype=float)).all()
    with ThreadPoolExecutor(4) as threads:
        assert all(numpy.isinf(x).all() for x in threads.map(double, [largest] * 100, [largest] * 100))
    with numpy.errstate(over="raise"):
        double(largest, largest)
        with pytest.raises(FloatingPointError):
            numpy.add(largest, largest)


def test_errors_come_through():
    with pytest.raises(ValueError, match="shape"):
        call_quietly(numpy.add, numpy.ones(2), numpy.ones(3))
