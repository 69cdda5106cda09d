"""Statistics that SciPy computes on the host, with device arrays as arguments and results."""
from cupyx.scipy.stats import _names
from cupyx.scipy.stats._array_api import find, on_host

__getattr__ = find(frozenset(_names.HOST_FUNCTIONS),
                   lambda function, name: on_host(function, name, scalars=name in _names.FROM_118))
