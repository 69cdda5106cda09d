"""Operations that the engine itself runs: ranges, offsets of indexed items, a choice between two items."""
from cupy._specs.spec import UfuncSpec, each, loop

__all__ = []

#: (start, step) -> start + i * step
arange_fill = UfuncSpec("arange_fill", 2, 1, (
    each("?", "out0 = i == 0 ? in0 : in0 != in1"),
    each("bBhHiIlL", "out0 = in0 + out0_type(i) * in1"),
    each("eEfdFD", "out0 = in0 + in1 * out0_type(i)"),
), indexed=True, doc="Numbers from a start, a step apart.")

#: (start, step, stop, position of stop) -> start + i * step, and stop in its place
linspace_fill = UfuncSpec("linspace_fill", 4, 1, (
    loop("dddd->d", "out0 = i == (long long)in3 ? in2 : in0 + in1 * double(i)"),
    loop("DDDD->D", "out0 = i == (long long)in3.re ? in2 : in0 + in1 * double(i)"),
    loop("dddd->l", "out0 = (long long)floor(i == (long long)in3 ? in2 : in0 + in1 * double(i))"),
), indexed=True, doc="Numbers that divide an interval evenly.")

#: (offset, index, length, stride, where to report) -> offset of the indexed item; see bounds.hpp
add_offset = UfuncSpec("add_offset", 5, 1, (
    loop("lllll->l", "out0 = in0 + index_in(in1, in2, reinterpret_cast<StrayIndex *>(in4)) * in3"),
), headers=("bounds.hpp",), doc="Add the distance of an indexed item.")

#: (condition, if true, if false)
select = UfuncSpec("where", 3, 1, tuple(loop(f"?{t}{t}->{t}", "out0 = in0 ? in1 : in2") for t in "?bBhHiIlLeEfdFD"))
