# Names that compiled modules find when they first use them: those of modules that need the array themselves or that
# many programs never load, and public functions, of which methods and operators of arrays are another name.

from importlib import import_module

from cupy._runtime import public_names

cdef dict _deferred = {}
cdef dict _public = {}


cdef object deferred(str name):
    """``module.attribute`` of ``cupy._core``."""
    found = _deferred.get(name)
    if found is None:
        module, _, attribute = name.rpartition(".")
        found = _deferred[name] = getattr(import_module(f"cupy._core.{module}"), attribute)
    return found


cdef object public(str name):
    """The public function of this name."""
    found = _public.get(name)
    if found is None:
        found = _public[name] = public_names.find(name)
    return found
