# The table of the active backend's C functions: filled at first use.
from cpython.exc cimport PyErr_CheckSignals
from cpython.pycapsule cimport PyCapsule_GetName, PyCapsule_GetPointer
from libc.stdlib cimport calloc
from libc.string cimport memcpy, strcmp

from cupy._runtime.contract cimport (
    CUPY_ATTR_MAX_THREADS_PER_BLOCK, CUPY_ATTR_MULTIPROCESSORS, CUPY_ATTR_NATIVE, CUPY_ATTR_WARP_SIZE,
    CUPY_CONTRACT_VERSION, CUPY_STATUS_INTERRUPTED, MAX_DEVICES)

from cupy._runtime import errors
from cupy._runtime.locks import Lock

cdef extern from "table.hpp" namespace "cupy":
    ctypedef struct Row:
        const char *name
        const char *signature
    const Row *rows
    int row_count
    void fill_missing(CupyDriver *table)
    void set_entry(CupyDriver *table, int row, void *function)
    int guard_fork(CupyDriver *table)
    int call_with_zeros(const CupyDriver *table, const char *name)

cdef extern from "thread_state.hpp" namespace "cupy":
    T *_thread_state "cupy::thread_state"[T]() noexcept nogil
    void switch_device[T](int device) except +

contract_version = CUPY_CONTRACT_VERSION

#: Attributes of devices with numbers from here on are the backend's own.
NATIVE = CUPY_ATTR_NATIVE

fill_missing(&api)
ready = False

cdef Target *targets = NULL
cdef int ndevices = 0
cdef object active = None     # module of the chosen backend
cdef object starting = Lock(again=True)


cdef ThreadState *thread_state() noexcept nogil:
    return _thread_state[ThreadState]()


cdef const Target *target(int device) noexcept nogil:
    return &targets[device]


cdef int check(int status, str operation="") except -1:
    if status:
        raise_status(status, operation)
    return 0


cdef int raise_status(int status, str operation) except -1:
    cdef char *name = NULL
    cdef char *text = NULL
    if status == CUPY_STATUS_INTERRUPTED:
        PyErr_CheckSignals()
        raise KeyboardInterrupt
    if status > 0:
        api.error_name(status, &name)
        api.error_text(status, &text)
    raise errors.status_error(
        status, errors.full_name(name.decode(), active) if name else "", text.decode() if text else "",
        operation, active.name if active else "active")


cdef tuple read_table(dict capi, CupyDriver *table):
    """Fill `table` from the capsules of a backend; return the names that it lacks."""
    cdef int i
    cdef const char *found
    missing = []
    fill_missing(table)
    for i in range(row_count):
        name = rows[i].name.decode()
        capsule = capi.get(name)
        if capsule is None:
            missing.append(name)
            continue
        found = PyCapsule_GetName(capsule)
        if strcmp(found, rows[i].signature) != 0:
            raise errors.BackendError(
                f"the backend's function {name} is '{found.decode()}', but this version of "
                f"cupy-core calls '{rows[i].signature.decode()}'; install matching versions")
        set_entry(table, i, PyCapsule_GetPointer(capsule, found))
    return tuple(missing)


cdef int ensure() except -1:
    if ready:
        return 0
    from cupy._runtime import registry
    with starting:
        if not ready:
            start(registry.choose())
    return 0


cdef int start(backend) except -1:
    global ready, active, targets, ndevices
    cdef CupyDriver table
    cdef Target *of_devices
    cdef int i, count = 0
    read_table(backend.driver().__pyx_capi__, &table)
    memcpy(&api, &table, sizeof(table))
    active = backend
    try:
        check(api.init(0), "starting the backend")
        check(api.device_count(&count), "counting devices")
        count = min(count, MAX_DEVICES)
        of_devices = <Target *>calloc(max(count, 1), sizeof(Target))
        for i in range(count):
            of_devices[i].serial_blocks = backend.serial_blocks
            of_devices[i].host_memory = backend.host_memory
            of_devices[i].synchronous = backend.synchronous
            of_devices[i].compiled_ahead = backend.compiled_ahead
            check(api.device_attribute(i, CUPY_ATTR_MULTIPROCESSORS, &of_devices[i].multiprocessors))
            check(api.device_attribute(i, CUPY_ATTR_WARP_SIZE, &of_devices[i].warp_size))
            check(api.device_attribute(i, CUPY_ATTR_MAX_THREADS_PER_BLOCK, &of_devices[i].max_threads))
        if not backend.host_memory:
            guard_fork(&api)
    except BaseException:
        fill_missing(&api)
        active = None
        raise
    targets = of_devices
    ndevices = count
    ready = True
    return 0


cdef int bind_slow() except -1:
    cdef ThreadState *state = thread_state()
    ensure()
    check(api.device_set(state.device), f"making device {state.device} current")
    state.bound = state.device
    return 0


cdef int use_device(int device) except -1:
    ensure()
    if not 0 <= device < ndevices:
        raise errors.BackendError(
            f"device {device} does not exist: the {active.name} backend has {ndevices}", 101)
    check(api.device_set(device), f"making device {device} current")
    switch_device[ThreadState](device)
    thread_state().bound = device
    return 0


# What Python modules of core use.

def backend():
    """The module of the active backend; starts it at first use."""
    ensure()
    return active


def started():
    """Name of the backend that has started, or None."""
    return active.name if ready else None


def device_count():
    """How many devices the active backend has."""
    ensure()
    return ndevices


def current_stream():
    """Handle of this thread's current stream."""
    bind_thread()
    return <size_t>thread_state().stream


def current_device():
    """Number of this thread's current device."""
    return thread_state().device


def set_device(int device):
    """Make a device current on this thread."""
    use_device(device)


def attribute(int device, int number):
    """An attribute of a device, by its number in contract.h."""
    cdef int value = 0
    ensure()
    check(api.device_attribute(device, number, &value), f"attribute {number} of device {device}")
    return value


def count_multiprocessors():
    """Ask the active backend anew how many multiprocessors its devices have; nothing where none has started."""
    for i in range(ndevices):
        check(api.device_attribute(i, CUPY_ATTR_MULTIPROCESSORS, &targets[i].multiprocessors))


def device_name(int device):
    """What the backend calls a device."""
    cdef char[256] text
    ensure()
    text[0] = 0
    check(api.device_name(device, text, 256), f"name of device {device}")
    return text.decode(errors="replace")


def total_memory(int device):
    """Bytes of a device's memory."""
    cdef size_t size = 0
    ensure()
    check(api.device_total_memory(device, &size), f"memory of device {device}")
    return size


def status_text(int status):
    """Name and meaning of a status of the backend."""
    cdef char *name = NULL
    cdef char *text = NULL
    ensure()
    api.error_name(status, &name)
    api.error_text(status, &text)
    return ": ".join([part for part in (errors.full_name(name.decode(), active) if name else "",
                                        text.decode() if text else "") if part])


def driver_version():
    """Version number of the backend's driver."""
    cdef int value = 0
    ensure()
    check(api.driver_version(&value), "version of the driver")
    return value


# What tests use.

def signatures():
    """Signature text of each function of the contract, in order."""
    return {rows[i].name.decode(): rows[i].signature.decode() for i in range(row_count)}


def function_names():
    """Names of the contract's functions, in order."""
    return [*signatures()]


def missing_functions(module):
    """Names of the contract that a backend's driver module lacks; raises on a wrong signature."""
    cdef CupyDriver table
    return read_table(dict(getattr(module, "__pyx_capi__", module)), &table)


def stub_status(capi, str name):
    """What a function of a table made from these capsules returns, given only zeros."""
    cdef CupyDriver table
    read_table(capi, &table)
    return call_with_zeros(&table, name.encode())
