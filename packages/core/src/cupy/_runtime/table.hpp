// The driver table as data: name, signature text, place and stubs of every contract function.
#pragma once

#include <pthread.h>
#include <string.h>

#include "contract.h"

namespace cupy {

template <class Signature, int Status> struct Stub;
template <class... Args, int Status> struct Stub<int (*)(Args...), Status> {
    static int call(Args...) { return Status; }
};

struct Row {
    const char *name;
    const char *signature;  // as Cython names the capsule
    size_t offset;
};

#define CUPY_ROW(name, signature) {#name, "int " #signature, offsetof(CupyDriver, name)},
static const Row rows[] = {CUPY_DRIVER_FUNCTIONS(CUPY_ROW)};
#undef CUPY_ROW
static const int row_count = sizeof(rows) / sizeof(rows[0]);

// Every function of the table returns Status.
template <int Status> inline void fill(CupyDriver *table) {
#define CUPY_FILL(name, signature) table->name = &Stub<decltype(CupyDriver::name), Status>::call;
    CUPY_DRIVER_FUNCTIONS(CUPY_FILL)
#undef CUPY_FILL
}

inline void fill_missing(CupyDriver *table) { fill<CUPY_STATUS_NOT_PROVIDED>(table); }

inline void set_entry(CupyDriver *table, int row, void *function) {
    *reinterpret_cast<void **>(reinterpret_cast<char *>(table) + rows[row].offset) = function;
}

template <class... Args> inline int with_zeros(int (*function)(Args...)) { return function(Args()...); }

// For tests: the status of one function, or INVALID_VALUE when there is no such name.
inline int call_with_zeros(const CupyDriver *table, const char *name) {
#define CUPY_CALL(row, signature) \
    if (!strcmp(name, #row)) return with_zeros(table->row);
    CUPY_DRIVER_FUNCTIONS(CUPY_CALL)
#undef CUPY_CALL
    return CUPY_STATUS_INVALID_VALUE;
}

// In a forked child every function says so: no check on the hot path.
static CupyDriver *guarded = nullptr;

inline void forked() {
    if (guarded) fill<CUPY_STATUS_FORKED>(guarded);
}

inline int guard_fork(CupyDriver *table) {
    bool first = guarded == nullptr;
    guarded = table;
    return first ? pthread_atfork(nullptr, nullptr, forked) : 0;
}

}  // namespace cupy
