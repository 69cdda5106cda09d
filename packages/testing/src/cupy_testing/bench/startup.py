"""What importing costs, on top of NumPy."""
import statistics
import subprocess
import sys

from cupy_testing.bench._case import Suite

suite = Suite("startup", fresh=True)

_PROGRAM = """
import sys, time, numpy
start = time.perf_counter()
__import__(sys.argv[1])
print(time.perf_counter() - start)
"""


def seconds(module):
    """Median time of an import after NumPy's, each in a process of its own."""
    times = [float(subprocess.run([sys.executable, "-c", _PROGRAM, module], check=True, text=True,
                                  capture_output=True).stdout.split()[-1]) for _ in range(7)]
    return {"seconds": statistics.median(times), "number": len(times)}


suite.row("import", lambda make_library: seconds("cupy"), numpy=False,
          torch=lambda make_library: seconds("torch"))
suite.row("import_cupyx_scipy", lambda make_library: seconds("cupyx.scipy"), numpy=False)
