// How many threads this process may use: what the environment asks for, else what the system grants.
#include "processors.hpp"

#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

namespace cupy {
namespace host {
namespace {

constexpr long kMostThreads = 4096;

// The first number of a variable; 0 when it is unset or says something else. OMP_NUM_THREADS may be a list, one for each level.
unsigned asked_for(const char *variable) {
    const char *text = std::getenv(variable);
    const long count = text ? std::strtol(text, nullptr, 10) : 0;
    return count > 0 ? unsigned(std::min(count, kMostThreads)) : 0;
}

// Processors that this thread may run on.
unsigned of_affinity() {
    for (int room = 1024; room <= 1 << 20; room *= 2) {        // the system refuses a set that is too small
        cpu_set_t *set = CPU_ALLOC(room);
        if (!set) break;
        const size_t size = CPU_ALLOC_SIZE(room);
        const int failed = sched_getaffinity(0, size, set), count = failed ? 0 : CPU_COUNT_S(size, set);
        CPU_FREE(set);
        if (count > 0) return unsigned(count);
    }
    return std::max(std::thread::hardware_concurrency(), 1u);
}

std::string read_file(const std::string &path) {
    std::string text;
    if (FILE *file = std::fopen(path.c_str(), "re")) {
        char part[512];
        while (const size_t size = std::fread(part, 1, sizeof part, file)) text.append(part, size);
        std::fclose(file);
    }
    return text;
}

// Processors' time that a control group's folder grants, 0 without a limit: version 2, or else version 1.
double quota_of(const std::string &folder) {
    char quota[64];
    double period = 0;
    if (std::sscanf(read_file(folder + "/cpu.max").c_str(), "%63s %lf", quota, &period) == 2)
        return period > 0 ? std::max(std::atof(quota), 0.0) / period : 0;       // "max" is 0
    const double old = std::atof(read_file(folder + "/cpu.cfs_quota_us").c_str());
    period = std::atof(read_file(folder + "/cpu.cfs_period_us").c_str());
    return old > 0 && period > 0 ? old / period : 0;
}

// The least quota of a group and of those that it lies in. `mount` alone is where containers see their own.
double quota_below(const std::string &mount, std::string group) {
    double least = 0;
    for (;;) {
        while (!group.empty() && group.back() == '/') group.pop_back();
        const double quota = quota_of(mount + group);
        if (quota > 0 && (least <= 0 || quota < least)) least = quota;
        if (group.empty()) return least;
        group.resize(std::min(group.rfind('/'), group.size() - 1));
    }
}

// Whether a comma-separated list has a word.
bool has_word(const std::string &list, const std::string &word) {
    return ("," + list + ",").find("," + word + ",") != std::string::npos;
}

}  // namespace

double group_quota(const char *root) {
    const std::string files = std::string(root) + "/sys/fs/cgroup", groups = read_file(std::string(root) + "/proc/self/cgroup");
    double least = 0;
    const auto limit = [&](double quota) { least = quota > 0 && (least <= 0 || quota < least) ? quota : least; };
    limit(quota_of(files));
    for (size_t at = 0; at < groups.size();) {          // lines "number:controllers:path"
        const size_t end = std::min(groups.find('\n', at), groups.size());
        const std::string line = groups.substr(at, end - at);
        at = end + 1;
        const size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
        if (controllers.empty()) {                      // version 2, alone or beside version 1
            limit(quota_below(files, path));
            limit(quota_below(files + "/unified", path));
        } else if (has_word(controllers, "cpu")) {
            limit(quota_below(files + "/cpu", path));
            limit(quota_below(files + "/" + controllers, path));
        }
    }
    return least;
}

unsigned usable_threads() {
    for (const char *variable : {"CUPY_HOST_THREADS", "OMP_NUM_THREADS"})
        if (const unsigned count = asked_for(variable)) return count;
    const double quota = group_quota("");
    const unsigned count = of_affinity();
    return quota > 0 ? std::min(count, unsigned(std::clamp(quota + 0.5, 1.0, double(kMostThreads)))) : count;
}

}  // namespace host
}  // namespace cupy
