"""Windows by name: made by one launch, or by SciPy where there is no formula."""
from __future__ import annotations

import functools
import inspect
import numbers
from collections.abc import Callable
from typing import Any, SupportsIndex

import scipy.signal.windows as scipy_windows

import cupy

from cupyx.scipy._host import to_device, to_host
from cupyx.scipy.signal._through_scipy import describe
from cupyx.scipy.signal.windows import _formulas

__all__ = ["barthann", "bartlett", "blackman", "blackmanharris", "bohman", "boxcar", "chebwin", "cosine", "dpss",
           "exponential", "flattop", "gaussian", "general_cosine", "general_gaussian", "general_hamming", "get_window",
           "hamming", "hann", "kaiser", "kaiser_bessel_derived", "lanczos", "nuttall", "parzen", "taylor", "triang",
           "tukey"]

_NOTES = "One kernel makes it on the device."


def _several(length: Any) -> bool:
    """Whether it is a number of samples that formulas make: SciPy has a rule of its own for one, and errors."""
    return isinstance(length, numbers.Integral) and int(length) > 1


def _window(function: Callable[..., Any], example: str,
            formula: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """SciPy's window of this name; `formula` makes it in one launch, or returns None where it has no answer."""
    def call(*args: Any, **kwargs: Any) -> cupy.ndarray:
        args = to_host(args)
        if kwargs:
            kwargs = to_host(kwargs)
            for name in ("xp", "device"):
                kwargs.pop(name, None)
        length = args[0] if args else kwargs.get("M")
        if formula is not None and _several(length):
            made = formula(*args, **kwargs)
            if made is not None:
                return made
        return to_device(function(*args, **kwargs))

    call.__name__ = call.__qualname__ = function.__name__
    call.__signature__ = inspect.signature(function)
    notes = (_NOTES,) if formula else ()
    document = describe(function, example, *notes)
    call.__doc__ = document.replace("cupyx.scipy import signal", "cupyx.scipy.signal import windows")
    return call


barthann = _window(scipy_windows.barthann, """\
>>> windows.barthann(5)
array([0. , 0.5, 1. , 0.5, 0. ])""", _formulas.plain("barthann"))
bartlett = _window(scipy_windows.bartlett, """\
>>> windows.bartlett(5)
array([0. , 0.5, 1. , 0.5, 0. ])""", _formulas.plain("bartlett"))
blackman = _window(scipy_windows.blackman, """\
>>> windows.blackman(5).round(2) + 0
array([0.  , 0.34, 1.  , 0.34, 0.  ])""", _formulas.cosines(0.42, 0.50, 0.08))
blackmanharris = _window(scipy_windows.blackmanharris, """\
>>> windows.blackmanharris(5).round(4)
array([1.000e-04, 2.175e-01, 1.000e+00, 2.175e-01, 1.000e-04])""",
                         _formulas.cosines(0.35875, 0.48829, 0.14128, 0.01168))
bohman = _window(scipy_windows.bohman, """\
>>> windows.bohman(5).round(4)
array([0.    , 0.3183, 1.    , 0.3183, 0.    ])""", _formulas.plain("bohman"))
boxcar = _window(scipy_windows.boxcar, """\
>>> windows.boxcar(3)
array([1., 1., 1.])""", _formulas.boxcar)
chebwin = _window(scipy_windows.chebwin, """\
>>> windows.chebwin(5, at=100).round(4)
array([0.1687, 0.6687, 1.    , 0.6687, 0.1687])""")
cosine = _window(scipy_windows.cosine, """\
>>> windows.cosine(3)
array([0.5, 1. , 0.5])""", _formulas.plain("cosine"))
dpss = _window(scipy_windows.dpss, """\
>>> windows.dpss(5, 2).shape
(5,)""")
exponential = _window(scipy_windows.exponential, """\
>>> windows.exponential(3).round(4)
array([0.3679, 1.    , 0.3679])""", _formulas.exponential)
flattop = _window(scipy_windows.flattop, """\
>>> windows.flattop(3).round(4)
array([-4.e-04,  1.e+00, -4.e-04])""",
                  _formulas.cosines(0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368))
gaussian = _window(scipy_windows.gaussian, """\
>>> windows.gaussian(3, 1).round(4)
array([0.6065, 1.    , 0.6065])""", _formulas.gaussian)
general_cosine = _window(scipy_windows.general_cosine, """\
>>> windows.general_cosine(5, [0.5, 0.5])
array([0. , 0.5, 1. , 0.5, 0. ])""", _formulas.general_cosine)
general_gaussian = _window(scipy_windows.general_gaussian, """\
>>> windows.general_gaussian(3, 2, 1).round(4)
array([0.6065, 1.    , 0.6065])""", _formulas.general_gaussian)
general_hamming = _window(scipy_windows.general_hamming, """\
>>> windows.general_hamming(3, 0.75)
array([0.5, 1. , 0.5])""", _formulas.general_hamming)
hamming = _window(scipy_windows.hamming, """\
>>> windows.hamming(3)
array([0.08, 1.  , 0.08])""", _formulas.cosines(0.54, 0.46))
hann = _window(scipy_windows.hann, """\
>>> windows.hann(5)
array([0. , 0.5, 1. , 0.5, 0. ])
>>> windows.hann(4, sym=False)
array([0. , 0.5, 1. , 0.5])""", _formulas.cosines(0.5, 0.5))
kaiser = _window(scipy_windows.kaiser, """\
>>> windows.kaiser(3, 5).round(4)
array([0.0367, 1.    , 0.0367])""", _formulas.kaiser)
kaiser_bessel_derived = _window(scipy_windows.kaiser_bessel_derived, """\
>>> windows.kaiser_bessel_derived(4, 5).round(4)
array([0.1849, 0.9828, 0.9828, 0.1849])""")
lanczos = _window(scipy_windows.lanczos, """\
>>> windows.lanczos(5).round(4) + 0
array([0.    , 0.6366, 1.    , 0.6366, 0.    ])""", _formulas.plain("lanczos"))
nuttall = _window(scipy_windows.nuttall, """\
>>> windows.nuttall(5).round(4)
array([4.00e-04, 2.27e-01, 1.00e+00, 2.27e-01, 4.00e-04])""",
                  _formulas.cosines(0.3635819, 0.4891775, 0.1365995, 0.0106411))
parzen = _window(scipy_windows.parzen, """\
>>> windows.parzen(3).round(4)
array([0.0741, 1.    , 0.0741])""", _formulas.plain("parzen"))
taylor = _window(scipy_windows.taylor, """\
>>> windows.taylor(3).round(4)
array([0.4669, 1.    , 0.4669])""", _formulas.taylor)
triang = _window(scipy_windows.triang, """\
>>> windows.triang(3)
array([0.5, 1. , 0.5])""", _formulas.plain("triang"))
tukey = _window(scipy_windows.tukey, """\
>>> windows.tukey(5)
array([0., 1., 1., 1., 0.])""", _formulas.tukey)

#: Short names that `get_window` knows, for windows with a formula for long ones.
_ALIASES = {
    "boxcar": ("box", "ones", "rect", "rectangular"), "triang": ("triangle", "tri"), "parzen": ("parz", "par"),
    "bohman": ("bman", "bmn"), "blackman": ("black", "blk"), "nuttall": ("nutl", "nut"), "bartlett": ("bart", "brt"),
    "blackmanharris": ("blackharr", "bkh"), "flattop": ("flat", "flt"), "barthann": ("brthan", "bth"),
    "hamming": ("hamm", "ham"), "hann": ("han",), "kaiser": ("ksr",), "gaussian": ("gauss", "gss"),
    "general_gaussian": ("general gaussian", "general_gauss", "general gauss", "ggs"), "tukey": ("tuk",),
    "general_cosine": ("general cosine",), "general_hamming": ("general hamming",), "lanczos": ("sinc",),
    "cosine": ("halfcosine",), "exponential": ("poisson",), "taylor": ("taylorwin",)}
_NAMES = {alias: name for name, aliases in _ALIASES.items() for alias in (name, *aliases)}


@functools.cache
def _parameters(name: str) -> range:
    """How many parameters a window may be given beside its length and its symmetry."""
    given = [p for p in inspect.signature(globals()[name]).parameters.values()
             if p.name not in ("M", "sym") and p.kind is p.POSITIONAL_OR_KEYWORD]
    return range(sum(p.default is p.empty for p in given), len(given) + 1)


def _named(window: Any) -> tuple[str, tuple[Any, ...], str] | None:
    """A window's name, its parameters, and the ending of what it was called by; None if it has no formula."""
    if isinstance(window, (int, float)):
        return "kaiser", (float(window),), ""
    name, *args = (window,) if isinstance(window, str) else window if isinstance(window, tuple) and window else (None,)
    if not isinstance(name, str):
        return None
    ending = next((ending for ending in ("_symmetric", "_periodic") if name.endswith(ending)), "")
    name = _NAMES.get(name.removesuffix(ending), "")
    return (name, tuple(args), ending) if name and len(args) in _parameters(name) else None


def get_window(window: str | float | tuple[Any, ...], Nx: SupportsIndex, fftbins: bool = True, *,
               xp: object | None = None, device: cupy.cuda.Device | int | None = None) -> cupy.ndarray:
    """A window of a given length by its name.

    Parameters
    ----------
    window : str, float or tuple
        Name of a window; a tuple of a name and its parameters; a number is the parameter of a Kaiser window.  The name
        may end in ``_symmetric`` or ``_periodic``.
    Nx : int
        Number of samples.
    fftbins : bool, optional
        Whether the window is periodic (the default), as spectra want it, or symmetric, as filters do.
    xp, device : optional
        Accepted for SciPy's sake, and not looked at.

    Returns
    -------
    cupy.ndarray
        Samples in float64.

    Raises
    ------
    ValueError
        For unknown names and for parameters that are missing or too many.

    Examples
    --------
    >>> from cupyx.scipy.signal import get_window
    >>> get_window("hann", 4)
    array([0. , 0.5, 1. , 0.5])
    >>> get_window(("tukey", 0.5), 5, fftbins=False)
    array([0., 1., 1., 1., 0.])
    """
    window = to_host(window)
    named = _named(window) if type(fftbins) is bool and _several(Nx) else None
    if named is None:
        return to_device(scipy_windows.get_window(window, Nx, fftbins))
    name, args, ending = named
    return globals()[name](Nx, *args, sym=ending == "_symmetric" if ending else not fftbins)


@functools.lru_cache(64)
def _remembered(window: Any, Nx: int, device: int) -> cupy.ndarray:
    return get_window(window, Nx)


def shared_window(window: Any, Nx: int) -> cupy.ndarray:
    """`get_window` for callers that do not change the array: it is made once."""
    try:
        return _remembered(window, Nx, cupy.cuda.runtime.getDevice())
    except TypeError:
        return get_window(window, Nx)
