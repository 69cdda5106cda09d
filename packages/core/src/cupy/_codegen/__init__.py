"""From an operation and its element types to C++ text; no device is needed.

A generated text instantiates skeletons of ``_kernels/device``; it holds no algorithm.
"""
