// How many threads this process may use.
#pragma once

namespace cupy {
namespace host {

// CUPY_HOST_THREADS, else OMP_NUM_THREADS, else the processors of this thread's affinity within the control group's quota.
unsigned usable_threads();

// Processors' time that the control groups of this process grant, 0 without a limit; `root` is where /sys and /proc lie.
double group_quota(const char *root);

}  // namespace host
}  // namespace cupy
