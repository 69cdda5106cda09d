// Faults of kernels: signal handlers that leave the kernel, or pass the signal on.
#undef _FORTIFY_SOURCE      // its longjmp refuses to leave a fiber's stack
#include "fault.hpp"

#include <signal.h>
#include <sys/mman.h>

#include <mutex>

#include "host.hpp"

namespace cupy {
namespace host {

thread_local sigjmp_buf *fault_exit = nullptr;

namespace {

constexpr size_t kStack = 64 << 10;

struct Caught {
    int signal, status;
    struct sigaction before;
} caught[] = {
    {SIGSEGV, kIllegalAddress, {}},
    {SIGBUS, kIllegalAddress, {}},
    {SIGFPE, kDivisionByZero, {}},
    {SIGILL, kTrap, {}},
};

void on_fault(int signal, siginfo_t *info, void *context) {
    const bool by_instruction = info->si_code > 0;
    for (Caught &row : caught) {
        if (row.signal != signal) continue;
        if (fault_exit && by_instruction) siglongjmp(*fault_exit, row.status);
        if (row.before.sa_flags & SA_SIGINFO) return row.before.sa_sigaction(signal, info, context);
        if (row.before.sa_handler != SIG_DFL && row.before.sa_handler != SIG_IGN)
            return row.before.sa_handler(signal);
    }
    ::signal(signal, SIG_DFL);      // the instruction runs again and ends the process
    if (!by_instruction) raise(signal);
}

}  // namespace

void catch_faults() {
    static std::once_flag once;
    std::call_once(once, [] {
        struct sigaction action = {};
        action.sa_sigaction = on_fault;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
        sigemptyset(&action.sa_mask);
        for (Caught &row : caught) sigaction(row.signal, &action, &row.before);
    });
}

SignalStack::SignalStack() {
    stack_t stack;
    if (sigaltstack(nullptr, &stack) || !(stack.ss_flags & SS_DISABLE)) return;
    memory_ = mmap(nullptr, kStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) {
        memory_ = nullptr;
        return;
    }
    stack = {};
    stack.ss_sp = memory_;
    stack.ss_size = kStack;
    sigaltstack(&stack, nullptr);
}

SignalStack::~SignalStack() {
    if (!memory_) return;
    stack_t stack = {};
    stack.ss_flags = SS_DISABLE;
    sigaltstack(&stack, nullptr);
    munmap(memory_, kStack);
}

}  // namespace host
}  // namespace cupy
