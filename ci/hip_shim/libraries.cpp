// A mathematical library for tests: each function hands its parameters to hip_shim/libraries.py.
//
// SHIM_LIBRARY and SHIM_FUNCTIONS come with the command that compiles this.  All parameters are
// integers or addresses, so each takes one register or eight bytes of the stack whatever its type:
// a function may name more of them than its caller passes.
#include "python.hpp"

namespace {

int forward(const char *name, const unsigned long long *words) {
    const shim::Python python;
    PyObject *status = shim::call("library", "ssK", SHIM_LIBRARY, name,
                                  static_cast<unsigned long long>(reinterpret_cast<size_t>(words)));
    const int found = status ? int(PyLong_AsLong(status)) : 6;
    Py_DecRef(status);
    return found;
}

}  // namespace

#define SHIM_FUNCTION(name)                                                                                     \
    extern "C" __attribute__((visibility("default"))) int name(                                                 \
        unsigned long long a, unsigned long long b, unsigned long long c, unsigned long long d,                 \
        unsigned long long e, unsigned long long f, unsigned long long g, unsigned long long h,                 \
        unsigned long long i, unsigned long long j, unsigned long long k, unsigned long long l,                 \
        unsigned long long m, unsigned long long n, unsigned long long o, unsigned long long p,                 \
        unsigned long long q, unsigned long long r, unsigned long long s, unsigned long long t,                 \
        unsigned long long u, unsigned long long v, unsigned long long w, unsigned long long x) {               \
        const unsigned long long words[] = {a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x}; \
        return forward(#name, words);                                                                           \
    }
SHIM_FUNCTIONS
