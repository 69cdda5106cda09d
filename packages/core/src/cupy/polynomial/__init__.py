"""Series of polynomials: powers, Chebyshev, Hermite, Laguerre and Legendre, as functions and as classes."""
from __future__ import annotations

from importlib import import_module
from typing import Any, Literal

_WHERE = {
    "Chebyshev": "chebyshev", "Hermite": "hermite", "HermiteE": "hermite_e", "Laguerre": "laguerre",
    "Legendre": "legendre", "Polynomial": "polynomial",
}
_MODULES = ("chebyshev", "hermite", "hermite_e", "laguerre", "legendre", "polynomial", "polyutils")

__all__ = [*_WHERE, *_MODULES, "set_default_printstyle"]


def set_default_printstyle(style: Literal["unicode", "ascii"]) -> None:
    """Choose how polynomials are written as text; NumPy's own setting.

    Parameters
    ----------
    style : {'unicode', 'ascii'}
        The characters to use.

    Raises
    ------
    ValueError
        For another style.

    Examples
    --------
    >>> import cupy
    >>> cupy.polynomial.set_default_printstyle("unicode")
    """
    import numpy.polynomial

    numpy.polynomial.set_default_printstyle(style)


def __getattr__(name: str) -> Any:
    if name in _WHERE:
        value = getattr(import_module(f"cupy.polynomial.{_WHERE[name]}"), name)
    elif name in _MODULES:
        value = import_module(f"cupy.polynomial.{name}")
    else:
        raise AttributeError(f"module 'cupy.polynomial' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
