// The thread pool: runs the numbered parts of a job on all cores.
#pragma once

namespace cupy {
namespace host {

// Threads that work on a job, the caller included.
unsigned thread_count();
void set_thread_count(unsigned count);      // positive; work that is under way ends as it began

// Calls run(job, part) once for each part below count, on any thread and in any order, and
// returns when all calls have returned.  Safe from several threads at once and after a fork.
void parallel(unsigned count, void (*run)(void *job, unsigned part), void *job);

}  // namespace host
}  // namespace cupy
