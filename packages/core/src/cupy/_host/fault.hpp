// Faults of kernels: a bad address or an integer divided by zero becomes a status.
#pragma once

#include <setjmp.h>

namespace cupy {
namespace host {

// Where a thread of the system goes on when a kernel on it faults; null outside kernels.
extern thread_local sigjmp_buf *fault_exit __attribute__((tls_model("initial-exec")));

// From now on faults inside `guarded` end there.
void catch_faults();

// A stack for this thread's signal handlers: a kernel may have used up its own.
class SignalStack {
public:
    SignalStack();
    ~SignalStack();

private:
    void *memory_ = nullptr;
};

// Runs kernel code, which owns nothing that would have to be released; a status.
template <class Work> int guarded(const Work &work) {
    sigjmp_buf here;
    sigjmp_buf *const outer = fault_exit;
    if (const int status = sigsetjmp(here, 0)) {
        fault_exit = outer;
        return status;
    }
    fault_exit = &here;
    work();
    fault_exit = outer;
    return 0;
}

}  // namespace host
}  // namespace cupy
