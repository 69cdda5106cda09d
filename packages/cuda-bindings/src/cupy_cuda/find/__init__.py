"""Where NVIDIA's libraries and headers live: pip, conda, a toolkit, the system."""
from cupy_cuda.find.search import headers, load, locate, majors
from cupy_cuda.find.table import LIBRARIES, install_command

__all__ = ["LIBRARIES", "headers", "install_command", "load", "locate", "majors"]
