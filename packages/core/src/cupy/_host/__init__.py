"""The host backend: kernels run on the cores of this machine."""
