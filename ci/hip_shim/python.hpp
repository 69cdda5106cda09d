// Calls hip_shim in the Python of this process; the few functions of its C API that this needs.
#pragma once

#include <stddef.h>

struct PyObject;

extern "C" {
int PyGILState_Ensure();
void PyGILState_Release(int);
PyObject *PyImport_ImportModule(const char *);
PyObject *PyObject_CallMethod(PyObject *, const char *, const char *, ...);
void *PyLong_AsVoidPtr(PyObject *);
long PyLong_AsLong(PyObject *);
PyObject *PyTuple_GetItem(PyObject *, ptrdiff_t);
char *PyBytes_AsString(PyObject *);
ptrdiff_t PyBytes_Size(PyObject *);
void PyErr_Print();
void Py_DecRef(PyObject *);
}

namespace shim {

constexpr char kModule[] = "hip_shim.under";

// Holds the interpreter.
struct Python {
    int state = PyGILState_Ensure();
    ~Python() { PyGILState_Release(state); }
};

// What a function of the module returns; prints the error and gives NULL when it raises.
template <class... A> PyObject *call(const char *function, const char *format, A... values) {
    PyObject *module = PyImport_ImportModule(kModule);
    PyObject *result = module ? PyObject_CallMethod(module, function, format, values...) : nullptr;
    if (!result) PyErr_Print();
    Py_DecRef(module);
    return result;
}

// An address that a function of the module returns, which may be given a word.
inline void *address(const char *function, const char *word = nullptr) {
    const Python python;
    PyObject *number = word ? call(function, "s", word) : call(function, nullptr);
    void *found = number ? PyLong_AsVoidPtr(number) : nullptr;
    Py_DecRef(number);
    return found;
}

}  // namespace shim
