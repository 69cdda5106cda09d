"""Convolution, filters and their design, spectra, resampling and peaks, as in ``scipy.signal``."""
from cupyx._lazy import attach

__getattr__, __dir__ = attach(__name__, {"scipy.signal": ("BadCoefficients",),
                                         "cupyx.scipy.signal.windows": ("get_window",)})
