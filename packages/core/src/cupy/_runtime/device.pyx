# A device, and which one is current.
import threading

from cupy._runtime cimport driver, index_report
from cupy._runtime.contract cimport CUPY_ATTR_COMPUTE_MAJOR, CUPY_ATTR_COMPUTE_MINOR

cdef object _entered = threading.local()


cdef class Device:
    """A device that arrays live on.

    As a context manager it makes the device current for a block of code.

    Parameters
    ----------
    device : int or Device, optional
        Number of the device; the current one if not given.

    Raises
    ------
    cupy.cuda.runtime.CUDARuntimeError
        When it is used and there is no device of this number.

    Examples
    --------
    >>> import cupy
    >>> with cupy.cuda.Device(0) as device:
    ...     device.id
    0
    """

    cdef readonly int id

    def __init__(self, device=None):
        if device is None:
            driver.bind_thread()
            self.id = driver.thread_state().device
        elif isinstance(device, Device):
            self.id = (<Device>device).id
        else:
            self.id = int(device)

    def __int__(self):
        return self.id

    def __index__(self):
        return self.id

    def __eq__(self, other):
        return isinstance(other, Device) and self.id == (<Device>other).id

    def __lt__(self, other):
        return self.id < (<Device?>other).id

    def __le__(self, other):
        return self.id <= (<Device?>other).id

    def __gt__(self, other):
        return self.id > (<Device?>other).id

    def __ge__(self, other):
        return self.id >= (<Device?>other).id

    def __hash__(self):
        return hash((Device, self.id))

    def __repr__(self):
        from cupy._runtime import driver as runtime

        return f"<{runtime.backend().device_type} Device {self.id}>"

    def __enter__(self):
        driver.bind_thread()
        stack = getattr(_entered, "stack", None)
        if stack is None:
            stack = _entered.stack = []
        stack.append(driver.thread_state().device)
        if driver.thread_state().device != self.id:
            driver.use_device(self.id)
        return self

    def __exit__(self, *exc):
        previous = _entered.stack.pop()
        if driver.thread_state().device != previous:
            driver.use_device(previous)

    def use(self):
        """Make the device current for this thread."""
        driver.use_device(self.id)

    def synchronize(self):
        """Wait until the device has done all work."""
        with self:
            _synchronize()

    cdef int attribute(self, int number) except? -1:
        cdef int value = 0
        driver.ensure()
        driver.check(driver.api.device_attribute(self.id, number, &value), f"attribute of device {self.id}")
        return value

    @property
    def compute_capability(self):
        """Major and minor version of the architecture, as ``'90'``."""
        return f"{self.attribute(CUPY_ATTR_COMPUTE_MAJOR)}{self.attribute(CUPY_ATTR_COMPUTE_MINOR)}"

    @property
    def pci_bus_id(self):
        """Where the device sits on the PCI bus."""
        cdef char[64] text
        driver.ensure()
        driver.check(driver.api.device_pci_bus_id(self.id, text, 64), "PCI bus id")
        return (<bytes>text).decode()

    @staticmethod
    def from_pci_bus_id(pci_bus_id):
        """The device at a place on the PCI bus."""
        from cupy._runtime.queries import deviceGetByPCIBusId
        return Device(deviceGetByPCIBusId(str(pci_bus_id)))

    @property
    def mem_info(self):
        """Free and total bytes of memory."""
        cdef size_t free = 0, total = 0
        with self:
            driver.check(driver.api.memory_info(&free, &total), "memory info")
        return free, total

    @property
    def attributes(self):
        """Attributes that the device has: names of the constants ``cudaDevAttr*`` without these letters → numbers."""
        from cupy._runtime.errors import BackendError
        from cupy._runtime.numbers import ATTRIBUTES
        from cupy._runtime.queries import deviceGetAttribute
        found = {}
        for name, number in ATTRIBUTES.items():
            try:
                found[name] = deviceGetAttribute(number, self.id)
            except BackendError:
                continue
        return found

    @property
    def cublas_handle(self):
        """This thread's handle of cuBLAS on the device and its current stream."""
        from cupy._runtime.libraries import handle
        return handle("cublas", self)

    @property
    def cusolver_handle(self):
        """This thread's handle of cuSOLVER on the device and its current stream."""
        from cupy._runtime.libraries import handle
        return handle("cusolver", self)

    @property
    def cusolver_sp_handle(self):
        """This thread's handle of cuSOLVER for sparse matrices on the device and its current stream."""
        from cupy._runtime.libraries import handle
        return handle("cusolver_sp", self)

    @property
    def cusparse_handle(self):
        """This thread's handle of cuSPARSE on the device and its current stream."""
        from cupy._runtime.libraries import handle
        return handle("cusparse", self)

    @property
    def cutensor_handle(self):
        """This thread's handle of cuTENSOR on the device."""
        from cupy._runtime.libraries import handle
        return handle("cutensor", self)


cdef int _synchronize() except -1:
    from cupy._memory import capture
    cdef int status
    driver.bind_thread()
    capture.refuse_device_wait()
    with nogil:
        status = driver.api.device_synchronize()
    driver.check(status, "waiting for the device")
    return index_report.after_wait()


def get_device_id():
    """Number of the current device.

    Examples
    --------
    >>> import cupy
    >>> with cupy.cuda.Device(0):
    ...     cupy.cuda.get_device_id()
    0
    """
    driver.bind_thread()
    return driver.thread_state().device
