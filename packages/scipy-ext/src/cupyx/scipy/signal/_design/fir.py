"""Design of filters with a finite impulse response."""
from __future__ import annotations

from typing import TYPE_CHECKING

import scipy.signal as scipy_signal

import cupy

from cupyx.scipy.signal._through_scipy import through_scipy

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["firls", "firwin", "firwin2", "firwin_2d", "kaiser_atten", "kaiser_beta", "kaiserord", "max_len_seq",
           "minimum_phase", "qmf", "remez", "savgol_coeffs"]

firls = through_scipy(scipy_signal.firls, """\
>>> signal.firls(7, [0, 0.2, 0.4, 1], [1, 1, 0, 0]).shape
(7,)""")
firwin = through_scipy(scipy_signal.firwin, """\
>>> signal.firwin(3, 0.1).round(4)
array([0.068, 0.864, 0.068])""")
firwin2 = through_scipy(scipy_signal.firwin2, """\
>>> signal.firwin2(9, [0, 0.5, 1], [1, 1, 0]).shape
(9,)""")
firwin_2d = through_scipy(scipy_signal.firwin_2d, """\
>>> signal.firwin_2d((5, 5), (("kaiser", 5.0), ("kaiser", 5.0)), fc=0.4).shape
(5, 5)""")
kaiser_atten = through_scipy(scipy_signal.kaiser_atten, """\
>>> round(float(signal.kaiser_atten(211, 0.0375)), 2)
64.48""")
kaiser_beta = through_scipy(scipy_signal.kaiser_beta, """\
>>> round(float(signal.kaiser_beta(65)), 2)
6.2""")
kaiserord = through_scipy(scipy_signal.kaiserord, """\
>>> taps, beta = signal.kaiserord(65, 0.1)
>>> int(taps)
81""")
max_len_seq = through_scipy(scipy_signal.max_len_seq, """\
>>> sequence, state = signal.max_len_seq(3)
>>> sequence
array([1, 1, 1, 0, 1, 0, 0], dtype=int8)""")
minimum_phase = through_scipy(scipy_signal.minimum_phase, """\
>>> signal.minimum_phase(signal.firwin(9, 0.3)).shape
(5,)""")
remez = through_scipy(scipy_signal.remez, """\
>>> signal.remez(9, [0, 0.1, 0.2, 0.5], [1, 0]).shape
(9,)""")
savgol_coeffs = through_scipy(scipy_signal.savgol_coeffs, """\
>>> signal.savgol_coeffs(5, 2).round(4)
array([-0.0857,  0.3429,  0.4857,  0.3429, -0.0857])""")


def qmf(hk: ArrayLike) -> cupy.ndarray:
    """High-pass quadrature mirror filter of a low-pass one.

    Parameters
    ----------
    hk : array_like
        Coefficients of the low-pass filter.

    Returns
    -------
    cupy.ndarray
        The coefficients in the opposite order, every second one negated.

    Examples
    --------
    >>> from cupyx.scipy import signal
    >>> signal.qmf([1.0, 2.0, 3.0, 4.0])
    array([ 4., -3.,  2., -1.])
    """
    hk = cupy.atleast_1d(cupy.asarray(hk))
    signs = cupy.ones(hk.shape[0], hk.dtype if hk.dtype.kind in "ifc" else int)
    signs[1::2] = -1
    return hk[::-1] * signs
