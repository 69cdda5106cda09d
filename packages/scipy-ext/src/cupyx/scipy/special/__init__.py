"""Special functions, as in ``scipy.special``."""
from cupyx.scipy.special._common import (
    entr, erf, erfc, expit, gamma, gammaln, log_ndtr, logit, ndtr, xlog1py, xlogy)

__all__ = ["entr", "erf", "erfc", "expit", "gamma", "gammaln", "log_ndtr", "logit", "ndtr", "xlog1py", "xlogy"]
