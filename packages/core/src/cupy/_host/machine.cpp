// What this machine offers, from the system's own files.
#include "machine.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace cupy {
namespace host {
namespace {

// The first two words of a small file; 0 when it cannot be read.
int read_words(const char *path, char first[64], char second[64]) {
    FILE *file = std::fopen(path, "re");
    if (!file) return 0;
    const int count = std::fscanf(file, "%63s %63s", first, second);
    std::fclose(file);
    return std::max(count, 0);
}

// A number from a control group's file; `otherwise` when there is no limit.
double group_number(const char *path, double otherwise) {
    char first[64], second[64];
    if (read_words(path, first, second) < 1 || !std::strcmp(first, "max")) return otherwise;
    return std::atof(first);
}

// What follows `key` in the line of `path` that starts with it, as "key : value" or "key value".
bool read_line(const char *path, const char *key, char *out, size_t size) {
    FILE *file = std::fopen(path, "re");
    if (!file) return false;
    char line[512];
    bool found = false;
    while (!found && std::fgets(line, sizeof line, file)) {
        if (std::strncmp(line, key, std::strlen(key))) continue;
        const char *value = line + std::strlen(key);
        value += std::strspn(value, " \t:");
        std::snprintf(out, size, "%.*s", int(std::strcspn(value, "\n")), value);
        found = true;
    }
    std::fclose(file);
    return found;
}

}  // namespace

int shown_devices() {
    static const int count = [] {
        const char *wanted = std::getenv("CUPY_HOST_DEVICES");
        if (!wanted || !*wanted) return 1;
        char *end;
        const long number = std::strtol(wanted, &end, 10);
        return *end || number < 1 || number > 32 ? -1 : int(number);
    }();
    return count;
}

void usable_memory(size_t *available, size_t *total) {
    const double pages = double(sysconf(_SC_PHYS_PAGES)), page = double(sysconf(_SC_PAGESIZE));
    char text[64];
    double all = pages * page;
    double free = double(sysconf(_SC_AVPHYS_PAGES)) * page;
    if (read_line("/proc/meminfo", "MemAvailable", text, sizeof text)) free = std::atof(text) * 1024;
    const double limit = group_number("/sys/fs/cgroup/memory.max", all);
    if (limit < all) {
        double used = group_number("/sys/fs/cgroup/memory.current", 0);
        if (read_line("/sys/fs/cgroup/memory.stat", "inactive_file", text, sizeof text))
            used -= std::atof(text);     // pages of files that the system would drop
        free = std::min(free, std::max(0.0, limit - used));
        all = limit;
    }
    *available = size_t(std::min(free, all));
    *total = size_t(all);
}

void processor_name(char *out, size_t size) {
    if (read_line("/proc/cpuinfo", "model name", out, size)) return;
    utsname system;
    std::snprintf(out, size, "%s", uname(&system) ? "CPU" : system.machine);
}

void machine_id(unsigned char out[16]) {
    char text[64] = "", rest[64];
    if (!read_words("/etc/machine-id", text, rest)) gethostname(text, sizeof text - 1);
    unsigned long long hash = 1469598103934665603ull;    // FNV-1a, twice
    for (int half = 0; half < 2; ++half) {
        for (const char *c = text; *c; ++c) hash = (hash ^ (unsigned char)*c) * 1099511628211ull;
        hash = (hash ^ 0x55) * 1099511628211ull;
        std::memcpy(out + 8 * half, &hash, 8);
    }
}

size_t last_level_cache() {
    long size = sysconf(_SC_LEVEL3_CACHE_SIZE);
    if (size <= 0) size = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return size > 0 ? size_t(size) : 0;
}

int processor_level() {
#if defined(__x86_64__)
#define CUPY_HAS(feature) __builtin_cpu_supports(feature)
    if (!(CUPY_HAS("popcnt") && CUPY_HAS("sse4.1") && CUPY_HAS("sse4.2") && CUPY_HAS("ssse3"))) return 1;
    if (!(CUPY_HAS("avx2") && CUPY_HAS("bmi") && CUPY_HAS("bmi2") && CUPY_HAS("fma"))) return 2;
    const bool wide = CUPY_HAS("avx512f") && CUPY_HAS("avx512bw") && CUPY_HAS("avx512cd") &&
                      CUPY_HAS("avx512dq") && CUPY_HAS("avx512vl");
    return wide ? 4 : 3;
#undef CUPY_HAS
#else
    return 0;
#endif
}

}  // namespace host
}  // namespace cupy
