"""Discrete Fourier transforms: NumPy's interface on cuFFT, hipFFT, or pocketfft on the host."""
from cupy.fft import config
from cupy.fft._helper import fftfreq, fftshift, ifftshift, rfftfreq
from cupy.fft._transforms import fft, hfft, ifft, ihfft, irfft, rfft
from cupy.fft._transforms_nd import fft2, fftn, ifft2, ifftn, irfft2, irfftn, rfft2, rfftn

__all__ = [
    "config", "fft", "fft2", "fftfreq", "fftn", "fftshift", "hfft", "ifft", "ifft2", "ifftn", "ifftshift", "ihfft",
    "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftfreq", "rfftn",
]
