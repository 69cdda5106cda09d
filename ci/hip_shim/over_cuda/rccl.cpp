// RCCL for tests on NVIDIA GPUs: NCCL, whose functions have RCCL's names, parameters and numbers.
#include "library.hpp"

namespace {

constexpr int kStatuses[][2] = {{0, 0}};
constexpr int kInternalError = 3;
shim::Library nccl("nccl", kInternalError, kStatuses);

struct UniqueId {
    char internal[128];
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const char *ncclGetErrorString(int status) {
    void *const found = nccl.symbol("ncclGetErrorString");
    return found ? reinterpret_cast<const char *(*)(int)>(found)(status) : "libnccl cannot be opened";
}
HIP ncclGetVersion(int *version) { return nccl("ncclGetVersion", version); }
HIP ncclGetUniqueId(UniqueId *id) { return nccl("ncclGetUniqueId", id); }
HIP ncclCommInitRank(void **comm, int count, UniqueId id, int rank) { return nccl("ncclCommInitRank", comm, count, id, rank); }
HIP ncclCommInitAll(void **comms, int count, int *devices) { return nccl("ncclCommInitAll", comms, count, devices); }
HIP ncclCommSplit(void *comm, int color, int key, void **part, void *config) {
    return nccl("ncclCommSplit", comm, color, key, part, config);
}
HIP ncclCommDestroy(void *comm) { return nccl("ncclCommDestroy", comm); }
HIP ncclCommAbort(void *comm) { return nccl("ncclCommAbort", comm); }
HIP ncclCommGetAsyncError(void *comm, int *status) { return nccl("ncclCommGetAsyncError", comm, status); }
HIP ncclCommCuDevice(void *comm, int *device) { return nccl("ncclCommCuDevice", comm, device); }
HIP ncclCommUserRank(void *comm, int *rank) { return nccl("ncclCommUserRank", comm, rank); }
HIP ncclCommCount(void *comm, int *count) { return nccl("ncclCommCount", comm, count); }
HIP ncclAllReduce(void *from, void *to, size_t count, int type, int op, void *comm, void *stream) {
    return nccl("ncclAllReduce", from, to, count, type, op, comm, stream);
}
HIP ncclReduce(void *from, void *to, size_t count, int type, int op, int root, void *comm, void *stream) {
    return nccl("ncclReduce", from, to, count, type, op, root, comm, stream);
}
HIP ncclBroadcast(void *from, void *to, size_t count, int type, int root, void *comm, void *stream) {
    return nccl("ncclBroadcast", from, to, count, type, root, comm, stream);
}
HIP ncclBcast(void *items, size_t count, int type, int root, void *comm, void *stream) {
    return nccl("ncclBcast", items, count, type, root, comm, stream);
}
HIP ncclReduceScatter(void *from, void *to, size_t count, int type, int op, void *comm, void *stream) {
    return nccl("ncclReduceScatter", from, to, count, type, op, comm, stream);
}
HIP ncclAllGather(void *from, void *to, size_t count, int type, void *comm, void *stream) {
    return nccl("ncclAllGather", from, to, count, type, comm, stream);
}
HIP ncclSend(void *from, size_t count, int type, int peer, void *comm, void *stream) {
    return nccl("ncclSend", from, count, type, peer, comm, stream);
}
HIP ncclRecv(void *to, size_t count, int type, int peer, void *comm, void *stream) {
    return nccl("ncclRecv", to, count, type, peer, comm, stream);
}
HIP ncclGroupStart() { return nccl("ncclGroupStart"); }
HIP ncclGroupEnd() { return nccl("ncclGroupEnd"); }
