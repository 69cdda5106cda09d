"""Reductions: what each maps items to, how two results combine, how the last one finishes."""
from math import nan

from cupy._ops._spec import reduction
from cupy._specs.spec import fold

__all__ = []

_NUMBERS = [fold("?bhil", "l", "l"), fold("BHIL", "L", "L"), fold("eE", "f"), fold("fdFD")]
#: Sums in a wider type that a caller names.
_WIDER = [fold("?bBhHiIlLeEf", "d", "d"), fold("bBhHiI", "f", "f")]
_SAME = [fold("bBhHiIlL"), fold("eE", "f"), fold("fdFD")]
#: Of bools, the one that decides ends the search.
_ANY = fold("?", final="a", chunk="truth_of<false>(x)", small="SmallTruth<false, in0_type>")
_ALL = fold("?", final="!a", chunk="truth_of<true>(x)", small="SmallTruth<true, in0_type>")
_FLOATS = [fold("eE", "f"), fold("fdFD")]
_PLACES = [fold("bBhHiIlLeEfdFD", "Place<{in}>", "l")]
_FIRST_TRUE = fold("?", "Place<{in}>", "l", final="a.value")
_FIRST_FALSE = fold("?", "Place<{in}>", "l", final="!a.value && a.index >= 0")
_TO_BOOL = [fold("?bBhHiIlLeEfdFD", "?", "?")]
_MEANS = [fold("?bBhHiIlL", "d", "d"), fold("eE", "f"), fold("fdFD")]
_MOMENTS = "Moments<double, double>"
_VARIANCES = [fold("?bBhHiIlL", _MOMENTS, "d"), fold("eEfd", _MOMENTS),
              fold("F", "Moments<complex<double>, double>", "f"), fold("D", "Moments<complex<double>, double>", "d")]
_NAN_MEANS = [fold("eEfd", "Counted<double>"), fold("FD", "Counted<complex<double>>")]

_MOMENT = "acc_type{1, cast<decltype(acc_type::mean)>(in0), 0}"
_MOMENT_OR_NONE = "is_nan(in0) ? acc_type{0, decltype(acc_type::mean)(0), 0} : " + _MOMENT
_NO_MOMENT = "acc_type{0, decltype(acc_type::mean)(0), 0}"
_VARIANCE = "variance_of(a, a.count > p.extra ? a.count - p.extra : 0.0)"

sum = reduction("sum", [*_NUMBERS, *_WIDER], repeats="times", map="cast<acc_type>(in0)", combine="a + b", finish="a",
                identity="acc_type(0)", chunk="sum_of<acc_type>(x)", small="SmallSum<in0_type>", keeps_single=True,
                promotes_out=True, stages=True)
prod = reduction("prod", _NUMBERS, repeats="power", map="cast<acc_type>(in0)", combine="a * b", finish="a",
                 identity="acc_type(1)", small="SmallProduct<in0_type>", keeps_single=True, empty_value=1,
                 promotes_out=True, stages=True)
amax = reduction("amax", [_ANY, *_SAME], repeats="once", map="cast<acc_type>(in0)", combine="maximum(a, b)", finish="a",
                 identity="least<acc_type>()", empty=False, keeps_single=True, numpy_name="maximum",
                 small="SmallTop<1, in0_type>", stages=True)
amin = reduction("amin", [_ALL, *_SAME], repeats="once", map="cast<acc_type>(in0)", combine="minimum(a, b)", finish="a",
                 identity="most<acc_type>()", empty=False, keeps_single=True, numpy_name="minimum",
                 small="SmallTop<-1, in0_type>", stages=True)
argmax = reduction("argmax", [_FIRST_TRUE, *_PLACES], map="acc_type{in0, i}", combine="better<1>(a, b)",
                   finish="a.index", identity="acc_type{in0_type(0), -1}", empty=False, ordered=True, sign=1,
                   chunk="best_of<1, acc_type>(x, i)", small="SmallPlace<1, in0_type>",
                   headers=("device/reduce_best.hpp",))
argmin = reduction("argmin", [_FIRST_FALSE, *_PLACES], map="acc_type{in0, i}", combine="better<-1>(a, b)",
                   finish="a.index", identity="acc_type{in0_type(0), -1}", empty=False, ordered=True, sign=-1,
                   chunk="best_of<-1, acc_type>(x, i)", small="SmallPlace<-1, in0_type>",
                   headers=("device/reduce_best.hpp",))
any = reduction("any", _TO_BOOL, repeats="once", map="cast<bool>(in0)", combine="a | b", finish="a",
             identity="false", final="a", chunk="truth_of<false>(x)", small="SmallTruth<false, in0_type>",
             keeps_single=True, stages=True)
all = reduction("all", _TO_BOOL, repeats="once", map="cast<bool>(in0)", combine="a & b", finish="a",
             identity="true", final="!a", chunk="truth_of<true>(x)", small="SmallTruth<true, in0_type>",
             keeps_single=True, empty_value=True, stages=True)
# One pass and no array of flags: what functions with check_finite ask of an operand.
all_finite = reduction("all_finite", [fold("eEfdFD", "?", "?")], repeats="once", map="isfinite(in0)", combine="a & b",
                       finish="a", identity="true", final="!a", chunk="finite_of(x)", packed="fdFD", empty_value=True)
count_nonzero = reduction("count_nonzero", [fold("?bBhHiIlLeEfdFD", "l", "l")], map="cast<bool>(in0) ? 1 : 0",
                          combine="a + b", finish="a", identity="0")
mean = reduction("mean", [*_MEANS, fold("eEf", "d", "d"), fold("bBhHiI", "f", "f")], repeats="once",
                 map="cast<acc_type>(in0)", combine="a + b", chunk="sum_of<acc_type>(x)", small="SmallSum<in0_type>",
                 finish="divided(a, (double)p.whole)", identity="acc_type(0)", keeps_single=True,
                 empty_value=nan, stages=True)
# The spread of groups of as many items each, and of what these have: where what is kept lies between what is reduced.
_moments = reduction("moments", [fold("?bBhHiIlLeEfd", _MOMENTS, "D")], map=_MOMENT, combine="merge(a, b)",
                     finish="complex<double>(a.mean, divided(a.squares, a.count))", identity=_NO_MOMENT,
                     chunk="moments_of<false, acc_type>(x)", small="SmallMoments<in0_type, false>",
                     running="RunningMoments", strategies=("rows", "columns", "wide"))
_JOINED = {"map": "acc_type{1, in0.re, in0.im}", "combine": "merge(a, b)", "identity": _NO_MOMENT,
           "strategies": ("rows", "columns", "wide", "tile")}
_joined_var = reduction("joined_var", [fold("D", _MOMENTS, "d")], finish=_VARIANCE, **_JOINED)
_joined_std = reduction("joined_std", [fold("D", _MOMENTS, "d")], finish=f"sqrt({_VARIANCE})", **_JOINED)
var = reduction("var", _VARIANCES, repeats="once", map=_MOMENT, combine="merge(a, b)", finish=_VARIANCE,
                identity=_NO_MOMENT, chunk="moments_of<false, acc_type>(x)", small="SmallMoments<in0_type>",
                running="RunningMoments", empty_value=nan, through=(_moments, _joined_var))
std = reduction("std", _VARIANCES, repeats="once", map=_MOMENT, combine="merge(a, b)", finish=f"sqrt({_VARIANCE})",
                identity=_NO_MOMENT, chunk="moments_of<false, acc_type>(x)", small="SmallMoments<in0_type>",
                running="RunningMoments", empty_value=nan, through=(_moments, _joined_std))

nansum = reduction("nansum", _NUMBERS, map="is_nan(in0) ? acc_type(0) : cast<acc_type>(in0)", combine="a + b",
                   finish="a", identity="acc_type(0)", promotes_out=True)
nanprod = reduction("nanprod", _NUMBERS, map="is_nan(in0) ? acc_type(1) : cast<acc_type>(in0)", combine="a * b",
                    finish="a", identity="acc_type(1)", empty_value=1, promotes_out=True)
nanmax = reduction("nanmax", _FLOATS, map="cast<acc_type>(in0)",
                   combine="is_nan(a) ? b : is_nan(b) ? a : maximum(a, b)",
                   finish="a", identity="limits<acc_type>::nan()", empty=False, numpy_name="fmax")
nanmin = reduction("nanmin", _FLOATS, map="cast<acc_type>(in0)",
                   combine="is_nan(a) ? b : is_nan(b) ? a : minimum(a, b)",
                   finish="a", identity="limits<acc_type>::nan()", empty=False, numpy_name="fmin")
nanargmax = reduction("nanargmax", [_FIRST_TRUE, *_PLACES], map="acc_type{in0, is_nan(in0) ? -1 : i}",
                      combine="better<1>(a, b)", finish="a.index", identity="acc_type{in0_type(0), -1}",
                      empty=False, ordered=True)
nanargmin = reduction("nanargmin", [_FIRST_FALSE, *_PLACES], map="acc_type{in0, is_nan(in0) ? -1 : i}",
                      combine="better<-1>(a, b)", finish="a.index", identity="acc_type{in0_type(0), -1}",
                      empty=False, ordered=True)
nanmean = reduction("nanmean", _NAN_MEANS, map="counted<acc_type>(in0)", combine="merge(a, b)",
                    finish="a.sum / cast<decltype(a.sum)>(a.count)",
                    identity="acc_type{0, decltype(acc_type::sum)(0)}", chunk="counted_of<acc_type>(x)",
                    empty_value=nan)
nanvar = reduction("nanvar", _VARIANCES, map=_MOMENT_OR_NONE, combine="merge(a, b)",
                   finish="a.count > p.extra ? variance_of(a, a.count - p.extra) : limits<double>::nan()",
                   identity=_NO_MOMENT, chunk="moments_of<true, acc_type>(x)", empty_value=nan)

# Of the samples inside a row that is contiguous: its first and last one lie around them.
trapezoid = reduction("trapezoid", [fold("fd")], map="in0", combine="a + b", finish="area_between_ends<in0_type>(a, p)",
                      identity="acc_type(0)", chunk="sum_of<acc_type>(x)", headers=("math/routines.hpp",))

# log(sum(exp(x))) in one pass; with "parts" a complex number of the largest item and of what is added to it.
_LOG_SUM = {"map": "acc_type{(decltype(acc_type::most))in0, 0}", "combine": "merge(a, b)",
            "identity": "acc_type{-limits<decltype(acc_type::most)>::infinity(), -1}",
            "headers": ("device/reduce_log.hpp",),
            "packed": "fd"}
log_sum = reduction("log_sum", [fold("f", "LogSum<float>"), fold("d", "LogSum<double>")],
                    finish="a.most + log1p(a.rest)", **_LOG_SUM)
log_sum_parts = reduction("log_sum_parts", [fold("f", "LogSum<float>", "F"), fold("d", "LogSum<double>", "D")],
                          finish="complex<decltype(a.most)>(a.most, log1p(a.rest))", **_LOG_SUM)

norm = reduction("norm", [fold("eE", "f"), fold("fd"), fold("F", "f", "f"), fold("D", "d", "d")],
                 map="(acc_type)square_of_size(in0)", combine="a + b", finish="sqrt(a)", identity="acc_type(0)")
