"""CuPy's second import root: its modules are those of `cupy.cuda`, for programs that import them by this path."""
