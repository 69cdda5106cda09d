// Kernels that end early: by a bad address or an integer divided by zero, by Ctrl-C, by CUPY_HOST_TIMEOUT.
#pragma once

#include <setjmp.h>
#include <signal.h>
#include <time.h>

#include <atomic>

namespace cupy {
namespace host {

// Where a thread of the system goes on when a kernel on it faults; null outside kernels.
extern thread_local sigjmp_buf *fault_exit __attribute__((tls_model("initial-exec")));

// Whether this thread works for the main thread, which Ctrl-C interrupts.
extern thread_local bool for_main __attribute__((tls_model("initial-exec")));

// The status that kernels of the main thread are to end with; 0: they go on.
extern std::atomic<int> stopping;

// From now on faults inside `guarded` end there, and so do kernels of the main thread at Ctrl-C.
void catch_faults();

// Takes the signals back from whoever has asked for them since, as faulthandler.enable() does.
void keep_signals();

// The signals that a thread which runs kernels must not block.
void unblock_ours(sigset_t *blocked);

// Counts this thread among those that a stop is sent to, for as long as it lives.
struct Runner {
    Runner();
    ~Runner();
    int slot;
};

// Sends the stop to every runner again: one that was between two kernels has not seen it.
void repeat_stop();

// A launch of the main thread: what Ctrl-C and the time limit can end.
class Launching {
public:
    Launching();
    ~Launching();

private:
    bool outermost_;
};

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
