// RCCL for tests on the CPU: what the words of libraries.cpp cannot carry.  The rest is hip_shim/rccl.py.
#include "libraries.cpp"

struct UniqueId {
    char internal[128];
};

// The identifier comes by value.
extern "C" __attribute__((visibility("default"))) int ncclCommInitRank(void **comm, int count, UniqueId id, int rank) {
    const unsigned long long words[] = {reinterpret_cast<size_t>(comm), static_cast<unsigned>(count),
                                        reinterpret_cast<size_t>(&id), static_cast<unsigned>(rank)};
    return forward("ncclCommInitRank", words);
}

extern "C" __attribute__((visibility("default"))) const char *ncclGetErrorString(int status) {
    const char *const names[] = {"no error", "unhandled cuda error", "unhandled system error", "internal error",
                                 "invalid argument", "invalid usage", "remote process exited or there was a network error"};
    return status >= 0 && status < 7 ? names[status] : "unknown result code";
}
