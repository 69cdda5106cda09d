"""Operations on positions as ufuncs: the kernels of arange and linspace."""
from cupy._ops._spec import stated
from cupy._specs import ranges

__all__ = []

arange_fill, linspace_fill, add_offset = map(stated, (ranges.arange_fill, ranges.linspace_fill, ranges.add_offset))
