"""Scans: running sums and products."""
from cupy._ops._spec import TYPES

__all__ = []

#: Name → (map of ``in0``, combination, identity).
SCANS = {
    "cumsum": ("cast<acc_type>(in0)", "return a + b;", "acc_type(0)"),
    "cumprod": ("cast<acc_type>(in0)", "return a * b;", "acc_type(1)"),
    "nancumsum": ("is_nan(in0) ? acc_type(0) : cast<acc_type>(in0)", "return a + b;", "acc_type(0)"),
    "nancumprod": ("is_nan(in0) ? acc_type(1) : cast<acc_type>(in0)", "return a * b;", "acc_type(1)"),
}

#: Input letter → letters of accumulator and output.
TYPES_OF = {letter: ("ll" if letter in "?bhil" else "LL" if letter in "BHIL" else "f" + letter if letter in "eE"
                     else letter * 2) for letter in TYPES}


def loops(name):
    """Every loop of a scan, as ``cupy._codegen.scan.unit`` takes them."""
    return tuple((letter, *types, *SCANS[name]) for letter, types in TYPES_OF.items())
