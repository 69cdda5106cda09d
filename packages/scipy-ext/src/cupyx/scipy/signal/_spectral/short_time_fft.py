"""Short-time Fourier transforms as an object: SciPy's arithmetic of slices, with transforms of ours."""
from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy
import scipy.signal as scipy_signal

import cupy
from cupyx.scipy import fft
from cupyx.scipy._host import to_device, to_host
from cupyx.scipy.signal._arguments import as_array
from cupyx.scipy.signal._spectral import _frames
from cupyx.scipy.signal._spectral.welch import moved_detrend
from cupyx.scipy.signal._through_scipy import through_scipy

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["ShortTimeFFT", "closest_STFT_dual_window"]

closest_STFT_dual_window = through_scipy(scipy_signal.closest_STFT_dual_window, """\
>>> dual, scale = signal.closest_STFT_dual_window(signal.get_window("hann", 8), 4)
>>> dual.shape
(8,)""")

_Scipy = scipy_signal.ShortTimeFFT
_PADDINGS = {"zeros": {}, "edge": {"mode": "edge"}, "even": {"mode": "reflect"},
             "odd": {"mode": "reflect", "reflect_type": "odd"}}


def _attribute(name: str, writable: bool = False) -> property:
    def get(self: Any) -> Any:
        return getattr(self._scipy_system, name)

    def put(self: Any, value: Any) -> None:
        setattr(self._scipy_system, name, value)

    return property(get, put if writable else None, doc=inspect.getdoc(getattr(_Scipy, name)))


def _method(name: str) -> Callable[..., Any]:
    function = getattr(_Scipy, name)

    @functools.wraps(function)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        return to_device(getattr(self._scipy_system, name)(*args, **kwargs))

    return call


def _maker(name: str) -> classmethod:
    function = getattr(_Scipy, name)

    def make(cls: type[Any], *args: Any, **kwargs: Any) -> ShortTimeFFT:
        return cls._of(function(*to_host(args, True), **to_host(kwargs, True)))

    make.__name__, make.__doc__ = name, inspect.getdoc(function)
    parameters = list(inspect.signature(function).parameters.values())
    make.__signature__ = inspect.Signature([inspect.Parameter("cls", inspect.Parameter.POSITIONAL_ONLY), *parameters])
    return classmethod(make)


class ShortTimeFFT:
    """Short-time Fourier transform with a window, its inverse, and the grid of times and frequencies.

    Parameters
    ----------
    win : array_like
        Values of the window.
    hop : int
        Samples from one slice to the next.
    fs : float
        Sampling frequency.
    fft_mode : {'onesided', 'onesided2X', 'twosided', 'centered'}, optional
        Which frequencies there are, and in which order.
    mfft : int, optional
        Length of transforms, that of the window by default.
    dual_win : array_like, optional
        Window of the inverse; the canonical one by default.
    scale_to : {'magnitude', 'psd'}, optional
        What a slice's square or magnitude shall mean.
    phase_shift : int or None, optional
        Phases refer to the middle of the slice plus this; None refers to its beginning.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> transform = signal.ShortTimeFFT(signal.get_window("hann", 64), hop=16, fs=100)
    >>> x = cupy.sin(cupy.arange(400) * 0.2)
    >>> spectra = transform.stft(x)
    >>> spectra.shape
    (33, 28)
    >>> bool(abs(transform.istft(spectra, k1=400) - x).max() < 1e-12)
    True
    """

    def __init__(self, win: ArrayLike, hop: SupportsIndex, fs: float, *,
                 fft_mode: Literal["onesided", "onesided2X", "twosided", "centered"] = "onesided",
                 mfft: SupportsIndex | None = None, dual_win: ArrayLike | None = None,
                 scale_to: Literal["magnitude", "psd"] | None = None, phase_shift: SupportsIndex | None = 0) -> None:
        win, dual_win = numpy.array(to_host(win)), None if dual_win is None else numpy.array(to_host(dual_win))
        self._scipy_system = _Scipy(win, hop, fs, fft_mode=fft_mode, mfft=mfft, dual_win=dual_win, scale_to=scale_to,
                                    phase_shift=phase_shift)

    @classmethod
    def _of(cls, system: Any) -> ShortTimeFFT:
        made = object.__new__(cls)
        made._scipy_system = system
        return made

    from_dual = _maker("from_dual")
    from_window = _maker("from_window")
    from_win_equals_dual = _maker("from_win_equals_dual")

    T = _attribute("T", True)
    fs = _attribute("fs", True)
    fft_mode = _attribute("fft_mode", True)
    mfft = _attribute("mfft", True)
    phase_shift = _attribute("phase_shift", True)
    hop = _attribute("hop")
    scaling = _attribute("scaling")
    invertible = _attribute("invertible")
    fac_magnitude = _attribute("fac_magnitude")
    fac_psd = _attribute("fac_psd")
    m_num = _attribute("m_num")
    m_num_mid = _attribute("m_num_mid")
    k_min = _attribute("k_min")
    p_min = _attribute("p_min")
    lower_border_end = _attribute("lower_border_end")
    delta_t = _attribute("delta_t")
    delta_f = _attribute("delta_f")
    f_pts = _attribute("f_pts")
    onesided_fft = _attribute("onesided_fft")

    scale_to = _method("scale_to")
    k_max = _method("k_max")
    p_max = _method("p_max")
    p_num = _method("p_num")
    p_range = _method("p_range")
    upper_border_begin = _method("upper_border_begin")
    nearest_k_p = _method("nearest_k_p")
    t = _method("t")
    extent = _method("extent")

    @property
    def win(self) -> cupy.ndarray:
        """Values of the window."""
        return self._device("win")

    @property
    def dual_win(self) -> cupy.ndarray:
        """Window of the inverse; ValueError where there is none."""
        return self._device("dual_win")

    @property
    def f(self) -> cupy.ndarray:
        """Frequencies of the bins."""
        return self._device("f")

    def _device(self, name: str) -> cupy.ndarray:
        """An array of SciPy's on the device; it is copied again when SciPy has made another."""
        value, kept = getattr(self._scipy_system, name), self.__dict__.setdefault("_copies", {})
        key = name, cupy.cuda.runtime.getDevice()
        if key not in kept or kept[key][0] is not value:
            kept[key] = value, cupy.asarray(value)
        return kept[key][1]

    def _roll(self) -> int:
        return 0 if self.phase_shift is None else (self.phase_shift + self.m_num_mid) % self.m_num

    def stft(self, x: ArrayLike, p0: Int | None = None, p1: Int | None = None, *,
             k_offset: Int = 0, padding: Literal["zeros", "edge", "even", "odd"] = "zeros",
             axis: Int = -1) -> cupy.ndarray:
        """Transform a signal.

        Parameters
        ----------
        x : array_like
            The signal.
        p0, p1 : int, optional
            The first slice, and the one after the last; all that touch the signal by default.
        k_offset : int, optional
            Sample that the middle of slice 0 lies on.
        padding : {'zeros', 'edge', 'even', 'odd'}, optional
            What lies beyond the ends.
        axis : int, optional
            Axis of the samples.

        Returns
        -------
        cupy.ndarray
            Frequencies along `axis`, slices along a new last axis.

        Examples
        --------
        >>> import cupy
        >>> from cupyx.scipy import signal
        >>> signal.ShortTimeFFT(cupy.ones(8), 8, 1).stft(cupy.ones(32)).shape
        (5, 5)
        """
        return self.stft_detrend(x, None, p0, p1, k_offset=k_offset, padding=padding, axis=axis)

    def stft_detrend(self, x: ArrayLike, detr: Literal["constant", "linear", None] | Callable[..., Any], p0: Any = None,
                     p1: Any = None, *, k_offset: Int = 0, padding: str = "zeros", axis: Int = -1) -> cupy.ndarray:
        """Transform a signal after a trend is taken from each slice.

        Parameters
        ----------
        x : array_like
            The signal.
        detr : {'constant', 'linear', None} or callable
            What is taken from each slice.
        p0, p1, k_offset, padding, axis
            As for `stft`.

        Returns
        -------
        cupy.ndarray
            As of `stft`.

        Examples
        --------
        >>> import cupy
        >>> from cupyx.scipy import signal
        >>> S = signal.ShortTimeFFT(cupy.ones(8), 8, 1).stft_detrend(cupy.ones(32), "constant", 1, 3)
        >>> abs(S).max().round(6)
        array(0.)
        """
        x = as_array(x)
        if self.onesided_fft and x.dtype.kind == "c":
            raise ValueError(f"Complex-valued `x` not allowed for self.fft_mode={self.fft_mode!r}'! Set property "
                             "`fft_mode` to 'twosided' or 'centered'.")
        if isinstance(detr, str) and detr not in ("linear", "l", "constant", "c"):
            raise ValueError("Trend type must be 'linear' or 'constant'.")
        if not (detr is None or isinstance(detr, str) or callable(detr)):
            raise ValueError(f"Parameter detr={detr!r} is not a str, function or None!")
        if padding not in _PADDINGS:
            raise ValueError(f"Parameter padding={padding!r} not in {tuple(_PADDINGS)}!")
        n, least = x.shape[axis], self.m_num - self.m_num_mid
        if n < least:
            raise ValueError(f"x.shape[axis]={n} must be >= ceil(m_num/2) = {least}!")
        x = cupy.moveaxis(x, axis, -1)
        p0, p1 = self.p_range(n, p0, p1)
        start, count = p0 * self.hop - self.m_num_mid + k_offset, p1 - p0
        x = x.astype(numpy.result_type(x.dtype, self.win.dtype, "d"), copy=False)
        if padding != "zeros":
            end = start + count * self.hop + self.m_num
            cropped = x[..., max(start, 0):min(end, n)]
            x = cupy.pad(cropped, [(0, 0)] * (x.ndim - 1) + [(max(-start, 0), max(end - n, 0))], **_PADDINGS[padding])
            start = 0
        frames = _frames.windowed(x, cupy.conj(self.win), self.hop, count, start, moved_detrend(detr, -1), self.mfft,
                                  self._roll())
        spectra = _frames.transformed(frames, self.mfft, self.onesided_fft)
        if self.fft_mode == "centered":
            spectra = fft.fftshift(spectra, axes=-1)
        elif self.fft_mode == "onesided2X":
            spectra[..., 1:-1 if self.mfft % 2 == 0 else None] *= self._twice()
        spectra = cupy.swapaxes(spectra, -1, -2)
        return cupy.moveaxis(spectra, -2, axis if axis >= 0 else axis - 1) if x.ndim > 1 else spectra

    def _twice(self) -> float:
        return numpy.sqrt(2) if self.scaling == "psd" else 2

    def spectrogram(self, x: ArrayLike, y: ArrayLike | None = None, detr: Any = None, *, p0: Any = None, p1: Any = None,
                    k_offset: Int = 0, padding: str = "zeros", axis: SupportsIndex = -1) -> cupy.ndarray:
        """Squares of a signal's transform, or products with the conjugate of another's.

        Parameters
        ----------
        x : array_like
            The signal.
        y : array_like, optional
            The other signal.
        detr, p0, p1, k_offset, padding, axis
            As for `stft_detrend`.

        Returns
        -------
        cupy.ndarray
            Real, or complex if there is another signal.

        Examples
        --------
        >>> import cupy
        >>> from cupyx.scipy import signal
        >>> transform = signal.ShortTimeFFT(cupy.ones(8), 8, 1, scale_to="magnitude")
        >>> transform.spectrogram(cupy.ones(32), p0=1, p1=3)[0].round(6)
        array([1., 1.])
        """
        given = {"k_offset": k_offset, "padding": padding, "axis": axis}
        spectra = self.stft_detrend(x, detr, p0, p1, **given)
        if y is None or y is x:
            return spectra.real ** 2 + spectra.imag ** 2
        return spectra * cupy.conj(self.stft_detrend(y, detr, p0, p1, **given))

    def istft(self, S: ArrayLike, k0: Int = 0, k1: Any = None, *, f_axis: Int = -2, t_axis: Int = -1) -> cupy.ndarray:
        """The signal of a transform.

        Parameters
        ----------
        S : array_like
            What `stft` returned.
        k0, k1 : int, optional
            The first sample, and the one after the last.
        f_axis, t_axis : int, optional
            Axes of the frequencies and of the slices.

        Returns
        -------
        cupy.ndarray
            The signal; real for one-sided transforms.

        Examples
        --------
        >>> import cupy
        >>> from cupyx.scipy import signal
        >>> transform = signal.ShortTimeFFT(cupy.ones(8), 4, 1)
        >>> transform.istft(transform.stft(cupy.arange(32.0)), k1=32)[5].round(6)
        array(5.)
        """
        S = as_array(S)
        if f_axis == t_axis:
            raise ValueError(f"f_axis={f_axis} may not be equal to t_axis={t_axis}!")
        if S.shape[f_axis] != self.f_pts:
            raise ValueError(f"S.shape[f_axis]={S.shape[f_axis]} must be equal to self.f_pts={self.f_pts} "
                             f"(S.shape={S.shape})!")
        least = self.m_num - self.m_num_mid
        slices = self.p_num(least)
        if S.shape[t_axis] < slices:
            raise ValueError(f"S.shape[t_axis]={S.shape[t_axis]} needs to have at least {slices} slices "
                             f"(S.shape={S.shape})!")
        f_axis, t_axis = f_axis % S.ndim, t_axis % S.ndim
        moved = t_axis != S.ndim - 1 or f_axis != S.ndim - 2
        S = cupy.moveaxis(S, (t_axis, f_axis), (-2, -1))
        end = (S.shape[-2] + self.p_min - 1) * self.hop + self.m_num - self.m_num_mid
        k1 = end if k1 is None else k1
        if not self.k_min <= k0 < k1 <= end:
            raise ValueError(f"(self.k_min={self.k_min}) <= (k0={k0}) < (k1={k1}) <= (k_max={end}) is false!")
        if k1 - k0 < least:
            raise ValueError(f"(k1={k1}) - (k0={k0}) = {k1 - k0} has to be at least the half the window length "
                             f"{least}!")
        S = S.astype(numpy.result_type(S.dtype, "D"), copy=False)
        if self.fft_mode == "onesided2X":
            S = S.copy()
            S[..., 1:-1 if self.mfft % 2 == 0 else None] /= self._twice()
        elif self.fft_mode == "centered":
            S = fft.ifftshift(S, axes=-1)
        frames = (fft.irfft if self.onesided_fft else fft.ifft)(S, self.mfft)
        dual, roll, taps = self.dual_win, self._roll(), self.m_num
        if dual.dtype.kind == "c":
            full = cupy.zeros(self.mfft, dual.dtype)
            full[:taps] = dual
            frames, dual = frames * cupy.roll(full, -roll), None
        # Slice p lies at p * hop - m_num_mid; the first that was given is p_min.
        start = k0 - (self.p_min * self.hop - self.m_num_mid)
        x = _frames.added(frames, dual, self.hop, start, k1 - k0, taps=taps, roll=roll)
        return cupy.moveaxis(x, -1, f_axis if f_axis < x.ndim else t_axis) if x.ndim > 1 and moved else x
