# How work is cut for the current device.

cdef Py_ssize_t blocks_for(Py_ssize_t items, double work, Py_ssize_t share) noexcept
cdef Py_ssize_t serial_share(double work) noexcept
