"""Functions of contingency tables, as in ``scipy.stats.contingency``, computed on the host."""
from cupyx.scipy.stats._array_api import find, on_host

_NAMES = ("association", "chi2_contingency", "crosstab", "expected_freq", "margins", "odds_ratio", "relative_risk")
__all__ = sorted(_NAMES)

__getattr__ = find(frozenset(_NAMES), on_host, "scipy.stats.contingency")
