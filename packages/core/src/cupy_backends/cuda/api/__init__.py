"""`cupy_backends.cuda.api`: CUDA's driver and runtime, the modules of `cupy.cuda`."""
