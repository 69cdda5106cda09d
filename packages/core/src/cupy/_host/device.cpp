// The devices of the host backend, one unless the environment asks for more: what they say about themselves, and the
// texts of statuses.
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstring>

#include "host.hpp"
#include "machine.hpp"
#include "pool.hpp"

namespace cupy {
namespace host {

size_t stack_bytes = 128 << 10;

namespace {

constexpr int kStackLimit = 0;      // number of the stack's size among a device's limits

const struct {
    int status;
    const char *name, *text;
} kStatuses[] = {
    {kOk, "SUCCESS", "no error"},
    {kInvalidValue, "INVALID_VALUE", "an argument is outside its range"},
    {kOutOfMemory, "OUT_OF_MEMORY", "the machine has not enough free memory"},
    {CUPY_STATUS_NO_DEVICE, "NO_DEVICE", "there is no such device"},
    {kInvalidDevice, "INVALID_DEVICE", "the host backend has no device of this number (CUPY_HOST_DEVICES says how many it shows)"},
    {kInvalidImage, "INVALID_IMAGE", "not a shared object that this machine can load"},
    {kInvalidHandle, "INVALID_HANDLE", "no such stream, event or graph"},
    {kNotFound, "NOT_FOUND", "the module has no symbol of this name"},
    {CUPY_STATUS_NOT_READY, "NOT_READY", "work has not completed yet"},
    {kIllegalAddress, "ILLEGAL_ADDRESS", "the kernel used memory that it has no access to"},
    {kTimeout, "LAUNCH_TIMEOUT", "the kernel ran longer than CUPY_HOST_TIMEOUT allows"},
    {kDivisionByZero, "DIVISION_BY_ZERO", "the kernel divided an integer by zero"},
    {kTrap, "TRAP", "the kernel stopped itself (a failed assertion, __trap)"},
    {kDeadlock, "DEADLOCK", "threads of a block wait for each other at different places"},
    {kTooLarge, "COOPERATIVE_LAUNCH_TOO_LARGE", "more blocks than can run at the same time"},
    {kCaptureInvalid, "CAPTURE_INVALID", "this cannot be done during a capture, or work of the capture was not waited for"},
    {CUPY_STATUS_NOT_PROVIDED, "NOT_PROVIDED", "the host backend has no such function"},
};

int find_status(int status, const char **name, const char **text) {
    for (const auto &row : kStatuses) {
        if (row.status != status) continue;
        if (name) *name = row.name;
        if (text) *text = row.text;
        return kOk;
    }
    return kInvalidValue;
}

}  // namespace

static thread_local int chosen = 0;

int current_device() { return chosen; }
bool is_device(int device) { return device >= 0 && device < shown_devices(); }

int init(unsigned) { return kOk; }

int driver_version(int *out) {
    if (!out) return kInvalidValue;
    *out = CUPY_CONTRACT_VERSION;
    return kOk;
}

int device_count(int *out) {
    if (!out) return kInvalidValue;
    *out = shown_devices();
    return *out > 0 ? kOk : kInvalidValue;
}

int device_set(int device) {
    if (!is_device(device)) return kInvalidDevice;
    chosen = device;
    return kOk;
}

int device_attribute(int device, int attribute, int *out) {
    if (!is_device(device)) return kInvalidDevice;
    if (!out) return kInvalidValue;
    switch (attribute) {
        // The level whose language kernels may use: threads that wait for one another one by one came with it.
        case CUPY_ATTR_COMPUTE_MAJOR: *out = 7; return kOk;
        case CUPY_ATTR_COMPUTE_MINOR:
        case CUPY_ATTR_CLOCK_KHZ:
        case CUPY_ATTR_MEMORY_CLOCK_KHZ:
        case CUPY_ATTR_MEMORY_BUS_BITS:
        case CUPY_ATTR_PCI_BUS:
        case CUPY_ATTR_PCI_DEVICE:
        case CUPY_ATTR_PCI_DOMAIN: *out = 0; return kOk;
        case CUPY_ATTR_MEMORY_POOLS:
        case CUPY_ATTR_MANAGED_MEMORY:
        case CUPY_ATTR_UNIFIED_ADDRESSING:
        case CUPY_ATTR_COOPERATIVE_LAUNCH:
        case CUPY_ATTR_PAGEABLE_ACCESS:
        case CUPY_ATTR_INTEGRATED: *out = 1; return kOk;
        case CUPY_ATTR_MULTIPROCESSORS: *out = int(thread_count()); return kOk;
        case CUPY_ATTR_WARP_SIZE: *out = 32; return kOk;
        case CUPY_ATTR_MAX_THREADS_PER_BLOCK: *out = 1024; return kOk;
        case CUPY_ATTR_MAX_THREADS_PER_SM: *out = kThreadsPerProcessor; return kOk;
        case CUPY_ATTR_MAX_SHARED_PER_BLOCK: *out = 48 << 10; return kOk;
        case CUPY_ATTR_MAX_SHARED_OPTIN: *out = 227 << 10; return kOk;
        case CUPY_ATTR_L2_BYTES: *out = int(std::min(last_level_cache(), size_t(INT_MAX))); return kOk;
        case CUPY_ATTR_MAX_GRID_X: *out = INT_MAX; return kOk;
        default: return kInvalidValue;
    }
}

int device_name(int device, char *out, int size) {
    if (!is_device(device)) return kInvalidDevice;
    if (!out || size <= 0) return kInvalidValue;
    processor_name(out, size_t(size));
    return kOk;
}

int device_pci_bus_id(int device, char *out, int size) {
    if (!is_device(device)) return kInvalidDevice;
    if (!out || size <= 0) return kInvalidValue;
    std::snprintf(out, size_t(size), "0000:00:00.0");
    return kOk;
}

int device_uuid(int device, char *out) {
    if (!is_device(device)) return kInvalidDevice;
    if (!out) return kInvalidValue;
    machine_id(reinterpret_cast<unsigned char *>(out));
    return kOk;
}

int device_total_memory(int device, size_t *out) {
    size_t available;
    if (!is_device(device)) return kInvalidDevice;
    if (!out) return kInvalidValue;
    usable_memory(&available, out);
    return kOk;
}

int device_synchronize() { return kOk; }
int device_reset(int device) { return is_device(device) ? kOk : kInvalidDevice; }

int device_limit_get(int limit, size_t *out) {
    if (limit != kStackLimit || !out) return kInvalidValue;
    *out = stack_bytes;
    return kOk;
}

// Takes effect for stacks that are made afterwards.
int device_limit_set(int limit, size_t size) {
    if (limit != kStackLimit || size > size_t(64) << 20) return kInvalidValue;
    stack_bytes = std::max(size, size_t(16) << 10) + 4095 & ~size_t(4095);
    return kOk;
}

int device_can_access_peer(int *out, int device, int peer) {
    if (!is_device(device) || !is_device(peer)) return kInvalidDevice;
    if (!out) return kInvalidValue;
    *out = device != peer;
    return kOk;
}

int device_enable_peer(int peer) { return is_device(peer) && peer != chosen ? kOk : kInvalidDevice; }
int device_disable_peer(int peer) { return device_enable_peer(peer); }

int device_stream_priorities(int *least, int *greatest) {
    if (!least || !greatest) return kInvalidValue;
    *least = 0;         // a GPU's usual range, so that programs find what they ask for
    *greatest = -5;
    return kOk;
}

int error_name(int status, char **out) {
    return out ? find_status(status, const_cast<const char **>(out), nullptr) : kInvalidValue;
}

int error_text(int status, char **out) {
    return out ? find_status(status, nullptr, const_cast<const char **>(out)) : kInvalidValue;
}

}  // namespace host
}  // namespace cupy
