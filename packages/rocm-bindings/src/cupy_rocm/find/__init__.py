"""Where ROCm's libraries and headers live: `ROCM_PATH`, pip, conda, /opt/rocm, the system."""
from cupy_rocm.find.search import candidates, headers, load, locate, looked_in
from cupy_rocm.find.table import LIBRARIES, install_command

__all__ = ["LIBRARIES", "candidates", "headers", "install_command", "load", "locate", "looked_in"]
