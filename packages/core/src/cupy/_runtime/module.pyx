# Loaded code of one device: functions and globals by name.
from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer

from cupy._runtime.driver cimport api, bind_thread, check, thread_state
from cupy._runtime.function cimport Function

from cupy._runtime.driver import status_text
from cupy._runtime.errors import SymbolNotFound
from cupy._runtime.locks import Lock

cdef extern from "contract.h":
    enum:
        CUPY_STATUS_NOT_FOUND

cdef object finding = Lock()


cdef class Module:
    """Code loaded on this thread's current device.

    Parameters
    ----------
    image : bytes-like or str
        What a compiler returned, or the path of a file that holds it.
    name : str
        Names the module in messages.
    lowered : dict
        Symbols of the name expressions that were compiled.
    log : str
        What the compiler said.
    """

    def __init__(self, image, str name="module", lowered=None, str log=""):
        cdef Py_buffer view
        cdef bytes path
        cdef int status
        bind_thread()
        self.device = thread_state().device
        self.name = name
        self.lowered = dict(lowered or {})
        self.log = log
        self.functions = {}
        if isinstance(image, str):
            path = image.encode()
            status = api.module_load(&self.handle, <char *>path, 0)
            check(status, f"loading module {name} from {image}")
            return
        PyObject_GetBuffer(image, &view, PyBUF_SIMPLE)
        try:
            with nogil:
                status = api.module_load(&self.handle, view.buf, view.len)
        finally:
            PyBuffer_Release(&view)
        check(status, f"loading module {name}")

    def __dealloc__(self):
        cdef int bound = thread_state().bound
        if self.handle == NULL:
            return
        if bound == self.device:
            api.module_unload(self.handle)
        elif api.device_set(self.device) == 0:
            api.module_unload(self.handle)
            if bound >= 0:
                api.device_set(bound)

    @property
    def ptr(self):
        """The backend's handle as an integer."""
        return <size_t>self.handle

    def get_function(self, str name):
        """The kernel of this name or name expression."""
        found = self.functions.get(name)
        if found is None:
            with finding:
                found = self.functions.get(name) or self.look_up(name)
                self.functions[name] = found
        return found

    def loaded(self):
        """The kernels that were asked for."""
        return list(self.functions.values())

    cdef Function look_up(self, str name):
        cdef Function found = Function.__new__(Function)
        cdef bytes symbol = self.lowered.get(name, name).encode()
        cdef int status = api.module_function(&found.handle, self.handle, symbol)
        if status == CUPY_STATUS_NOT_FOUND:
            raise SymbolNotFound(f"module {self.name} has no kernel named {name!r}: {status_text(status)}")
        check(status, f"kernel {name} of module {self.name}")
        found.module = self
        found.name = name
        found.device = self.device
        return found

    def get_global(self, str name):
        """``(address, bytes)`` of a variable of the module."""
        cdef void *address = NULL
        cdef size_t size = 0
        cdef bytes symbol = self.lowered.get(name, name).encode()
        cdef int status = api.module_global(&address, &size, self.handle, symbol)
        if status == CUPY_STATUS_NOT_FOUND:
            raise SymbolNotFound(f"module {self.name} has no variable named {name!r}: {status_text(status)}")
        check(status, f"variable {name} of module {self.name}")
        return <size_t>address, size
