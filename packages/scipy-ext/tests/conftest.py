"""pytest-xdist's controller imports, before its threads do, what defines the warnings of these tests.

It reads each worker's warnings in a thread of its own, and SciPy's packages import one another: two threads that begin
at once find half a module, and the run ends there.
"""

import importlib

WARN = ("scipy.stats", "scipy.signal", "scipy.sparse.linalg", "scipy.integrate")


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        for name in WARN:
            importlib.import_module(name)
