"""The benchmark: the same cases for cupy, PyTorch and NumPy; see ``--help`` of the command."""
