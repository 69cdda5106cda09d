"""Old name of ``cupyx.profiler.benchmark``."""
from cupyx.profiler import benchmark as repeat

__all__ = ["repeat"]
