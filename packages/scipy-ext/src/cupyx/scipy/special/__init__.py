"""Special functions, as in ``scipy.special``."""
from cupyx._lazy import attach

__getattr__, __dir__ = attach(__name__, {
    "scipy.special": ("SpecialFunctionError", "SpecialFunctionWarning", "errstate", "geterr", "seterr"),
})
