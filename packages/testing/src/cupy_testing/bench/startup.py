"""What importing costs, on top of NumPy: until the array type is there, for what a package loads late counts too."""
from __future__ import annotations

import statistics
import subprocess
import sys
from typing import Any

from cupy_testing.bench._case import Suite


suite = Suite("startup", fresh=True)

_PROGRAM = """
import sys, time, numpy
start = time.perf_counter()
module = __import__(sys.argv[1])
getattr(module, sys.argv[2])
print(time.perf_counter() - start)
"""


def seconds(module: Any, array: Any = "__name__") -> Any:
    """Median time of an import after NumPy's, each in a process of its own."""
    times = [float(subprocess.run([sys.executable, "-c", _PROGRAM, module, array], check=True, text=True,
                                  capture_output=True).stdout.split()[-1]) for _ in range(7)]
    return {"seconds": statistics.median(times), "number": len(times)}


suite.row("import", lambda make_library: seconds("cupy", "ndarray"), numpy=False,
          torch=lambda make_library: seconds("torch", "Tensor"))
suite.row("import_cupyx_scipy", lambda make_library: seconds("cupyx.scipy"), numpy=False)
