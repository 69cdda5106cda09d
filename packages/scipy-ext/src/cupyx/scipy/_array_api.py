"""SciPy's own code on arrays of the device: its support of the array API, for the time of a call."""
import contextlib
import threading

__all__ = []

_lock = threading.Lock()
_state = {"depth": 0, "before": False}


@contextlib.contextmanager
def enabled():
    """SciPy finds out which library its arguments are of, as with ``SCIPY_ARRAY_API=1``.

    SciPy has one switch for all threads; it is back where it was when the last of them is through.
    """
    from scipy._lib import _array_api_override as override

    with _lock:
        if _state["depth"] == 0:
            _state["before"] = override.SCIPY_ARRAY_API
            override.SCIPY_ARRAY_API = True
        _state["depth"] += 1
    try:
        yield
    finally:
        with _lock:
            _state["depth"] -= 1
            if _state["depth"] == 0:
                override.SCIPY_ARRAY_API = _state["before"]
