// The thread pool: runs the numbered parts of a job on all cores.
#pragma once

namespace cupy {
namespace host {

// Threads that work on a job, the caller included.
unsigned thread_count();

// Calls run(job, part) once for each part below count, on any thread and in any order, and
// returns when all calls have returned.  Safe from several threads at once and after a fork.
void parallel(unsigned count, void (*run)(void *job, unsigned part), void *job);

}  // namespace host
}  // namespace cupy
