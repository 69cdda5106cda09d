"""Operations that choose between two items: what ``where`` and masked copies are made of."""
from cupy._specs.spec import UfuncSpec, loop

__all__ = []

#: (condition, if true, if false)
select = UfuncSpec("where", 3, 1, tuple(loop(f"?{t}{t}->{t}", "out0 = in0 ? in1 : in2") for t in "?bBhHiIlLeEfdFD"))
