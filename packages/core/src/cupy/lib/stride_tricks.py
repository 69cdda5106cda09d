"""Views with strides of one's own."""
from cupy._indexing.strides import as_strided, sliding_window_view

__all__ = ["as_strided", "sliding_window_view"]
