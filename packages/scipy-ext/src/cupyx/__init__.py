"""CuPy's own extras, and SciPy's functions on device arrays under ``cupyx.scipy``.

Modules load at first use; SciPy itself is imported only under ``cupyx.scipy``.
"""
from cupyx._core_version import check as _check
from cupyx._lazy import attach

__version__ = "0.1.0"

_check("cupy-scipy-ext", __version__)

__getattr__, __dir__ = attach(__name__, {"cupy._ext": ("GeneralizedUFunc",)})
