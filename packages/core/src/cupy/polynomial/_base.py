"""What the classes of all families have in common: NumPy's base class, printed by way of the host."""
import functools

__all__ = []


def _on_host(self):
    """The object of NumPy with the same numbers."""
    import numpy.polynomial

    cls = getattr(numpy.polynomial, type(self).__name__)
    return cls(self.coef.get(), self.domain.get(), self.window.get(), self.symbol)


def __repr__(self):
    return repr(_on_host(self))


def __str__(self):
    return str(_on_host(self))


def __format__(self, spec):
    return format(_on_host(self), spec)


def _repr_latex_(self):
    return _on_host(self)._repr_latex_()


@functools.cache
def base_class():
    """The base class, made at first use."""
    from numpy.polynomial import _polybase

    from cupy.polynomial import _borrow, polyutils

    scope = _borrow.borrow(_polybase, "cupy.polynomial", {"pu": polyutils})
    cls = scope["ABCPolyBase"]
    for function in (__repr__, __str__, __format__, _repr_latex_):
        setattr(cls, function.__name__, function)
    return cls
