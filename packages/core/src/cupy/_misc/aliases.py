"""Names that NumPy had before its second version for functions with other names now."""
from cupy._logic.truth import all as alltrue
from cupy._logic.truth import any as sometrue
from cupy._math.cumulative import cumprod as cumproduct
from cupy._math.sumprod import prod as product

__all__ = ["alltrue", "cumproduct", "product", "sometrue"]
