"""C++ that translated kernels use."""
