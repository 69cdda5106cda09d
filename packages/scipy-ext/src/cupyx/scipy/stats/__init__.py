"""Statistics, as in ``scipy.stats``."""
from cupyx._lazy import attach
from cupyx.scipy.stats import _names

__getattr__, __dir__ = attach(__name__, {
    "cupyx.scipy.stats._delegated": (*_names.ARRAY_API, *_names.HOST_FUNCTIONS),
    "cupyx.scipy.stats._distributions": _names.DISTRIBUTIONS,
    "cupyx.scipy.stats._host_classes": _names.HOST_CLASSES,
    "cupyx.scipy.stats._multivariate": _names.MULTIVARIATE,
})
