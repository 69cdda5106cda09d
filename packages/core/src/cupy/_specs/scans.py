"""Scans: what each maps items to and how two results combine."""
from cupy._specs.spec import ReductionSpec, fold

__all__ = []

_NUMBERS = (fold("?bhil", "l", "l"), fold("BHIL", "L", "L"), fold("eE", "f"), fold("fdFD"))
_SAME = (fold("?bBhHiIlL"), fold("eE", "f"), fold("fdFD"))

cumsum = ReductionSpec("cumsum", _NUMBERS, map="cast<acc_type>(in0)", combine="a + b", finish="a",
                       identity="acc_type(0)", keeps_single=True)
cumprod = ReductionSpec("cumprod", _NUMBERS, map="cast<acc_type>(in0)", combine="a * b", finish="a",
                        identity="acc_type(1)", keeps_single=True)
nancumsum = ReductionSpec("nancumsum", _NUMBERS, map="is_nan(in0) ? acc_type(0) : cast<acc_type>(in0)",
                          combine="a + b", finish="a", identity="acc_type(0)")
nancumprod = ReductionSpec("nancumprod", _NUMBERS, map="is_nan(in0) ? acc_type(1) : cast<acc_type>(in0)",
                           combine="a * b", finish="a", identity="acc_type(1)")
cummax = ReductionSpec("cummax", _SAME, map="cast<acc_type>(in0)", combine="maximum(a, b)", finish="a",
                       identity="least<acc_type>()", keeps_single=True)
cummin = ReductionSpec("cummin", _SAME, map="cast<acc_type>(in0)", combine="minimum(a, b)", finish="a",
                       identity="most<acc_type>()", keeps_single=True)

# Sums of slices, each of which one thread may add up from its first item to its last.
slice_sum = ReductionSpec("slice_sum",
                          (fold("eEfd", "compensated<double>"), fold("FD", "compensated<complex<double>>")),
                          map="acc_type{cast<decltype(acc_type::sum)>(in0), decltype(acc_type::sum)(0)}",
                          combine="a + b", finish="a.total()",
                          identity="acc_type{-decltype(acc_type::sum)(0), decltype(acc_type::sum)(0)}",
                          slices=True, headers=("math/compensated.hpp",))

# Periods added up to here; the numbers of the operation are the period, and from which step on there is a jump.
unwrap = ReductionSpec("unwrap", (fold("bBhHiIlL"), fold("eE", "f"), fold("fd")),
                       map="turns_of<acc_type>(in0, before, p)", combine="a + b", finish="turned(a, in0, p)",
                       identity="acc_type(0)", neighbour=True, packed="fd", headers=("math/routines.hpp",))
