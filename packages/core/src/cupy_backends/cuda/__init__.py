"""`cupy_backends.cuda`: bindings of CUDA's libraries and of its runtime."""
