"""`cupy_backends.cuda.libs`: each module is the one of `cupy.cuda` that has its name."""
