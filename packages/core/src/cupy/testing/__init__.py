"""Tools for tests that hold cupy against NumPy; they are in the package cupy-testing."""


def __getattr__(name):
    if name.startswith("__") and name != "__all__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(_tools(), name)


def __dir__():
    return dir(_tools())


def _tools():
    try:
        import cupy_testing
    except ImportError as error:
        raise ImportError(
            "cupy.testing needs the package cupy-testing: pip install cupy-testing") from error
    return cupy_testing
