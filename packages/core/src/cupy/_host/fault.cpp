// Faults of kernels: signal handlers that leave the kernel, or pass the signal on.
#undef _FORTIFY_SOURCE      // its longjmp refuses to leave a fiber's stack
#include "fault.hpp"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <mutex>
#include <thread>

#include "host.hpp"

namespace cupy {
namespace host {

thread_local sigjmp_buf *fault_exit = nullptr;
thread_local bool for_main = false;
std::atomic<int> stopping{0};

namespace {

constexpr size_t kStack = 64 << 10;
constexpr int kRunners = 4096;

struct Caught {
    int signal, status;
    struct sigaction before;
} caught[] = {
    {SIGSEGV, kIllegalAddress, {}},
    {SIGBUS, kIllegalAddress, {}},
    {SIGFPE, kDivisionByZero, {}},
    {SIGILL, kTrap, {}},
};

struct sigaction interrupt_before;
std::atomic<int> runners[kRunners];             // their numbers with the system; 0: free
std::atomic<bool> launching{false};             // the main thread is
std::atomic<long long> started{0};              // when, in nanoseconds; kept only with a time limit
long long time_limit = 0;
thread_local int passing = 0;                   // this thread's handlers that have passed a fault on

int stop_signal() { return SIGRTMIN + 5; }
int this_thread() { return int(syscall(SYS_gettid)); }
bool is_main() { return this_thread() == getpid(); }
void send_stop(int thread) { syscall(SYS_tgkill, getpid(), thread, stop_signal()); }

long long now() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec;
}

void pass_on(const Caught &row, int signal, siginfo_t *info, void *context) {
    ++passing;
    if (row.before.sa_flags & SA_SIGINFO) row.before.sa_sigaction(signal, info, context);
    else row.before.sa_handler(signal);
    --passing;
}

void on_fault(int signal, siginfo_t *info, void *context) {
    // A handler that was installed over this one passes faults on by raising the signal again.
    const bool by_instruction = info->si_code > 0;
    const bool passed_on = info->si_code == SI_TKILL && info->si_pid == getpid();
    for (Caught &row : caught) {
        if (row.signal != signal) continue;
        if (fault_exit && (by_instruction || passed_on)) siglongjmp(*fault_exit, row.status);
        const bool none = row.before.sa_handler == SIG_DFL || row.before.sa_handler == SIG_IGN;
        if (!passing && (row.before.sa_flags & SA_SIGINFO || !none)) return pass_on(row, signal, info, context);
    }
    ::signal(signal, SIG_DFL);      // the instruction runs again and ends the process
    if (!by_instruction) raise(signal);
}

void stop_main(int status) {
    stopping.store(status);
    for (auto &runner : runners)
        if (const int thread = runner.load()) send_stop(thread);
    if (fault_exit) siglongjmp(*fault_exit, status);
}

void on_stop(int, siginfo_t *, void *) {
    const int status = stopping.load();
    if (is_main()) {
        if (launching.load()) stop_main(status ? status : CUPY_STATUS_INTERRUPTED);
    } else if (status && for_main && fault_exit) {
        siglongjmp(*fault_exit, status);
    }
}

void on_interrupt(int signal, siginfo_t *info, void *context) {
    const struct sigaction &before = interrupt_before;
    if (before.sa_flags & SA_SIGINFO) before.sa_sigaction(signal, info, context);
    else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) before.sa_handler(signal);
    if (!launching.load()) return;
    if (is_main()) stop_main(CUPY_STATUS_INTERRUPTED);
    else send_stop(getpid());
}

struct sigaction action_of(void (*handler)(int, siginfo_t *, void *)) {
    struct sigaction action = {};
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    return action;
}

void take_faults() {
    const struct sigaction action = action_of(on_fault);
    struct sigaction current;
    for (Caught &row : caught) {
        if (sigaction(row.signal, nullptr, &current) || current.sa_sigaction == on_fault) continue;
        row.before = current;
        sigaction(row.signal, &action, nullptr);
    }
}

void take_interrupts() {
    struct sigaction current;
    if (sigaction(SIGINT, nullptr, &current)) return;
    const bool none = !(current.sa_flags & SA_SIGINFO) &&
                      (current.sa_handler == SIG_DFL || current.sa_handler == SIG_IGN);
    if (none || current.sa_sigaction == on_interrupt) return;
    interrupt_before = current;
    struct sigaction action = action_of(on_interrupt);
    action.sa_flags |= current.sa_flags & SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
}

void watch() {
    for (;;) {
        usleep(20000);
        const long long since = started.load();
        if (!since || now() - since < time_limit || stopping.load()) continue;
        stopping.store(kTimeout);
        send_stop(getpid());
    }
}

void start_watch() {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread(watch).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

std::mutex catching;
std::atomic<bool> caught_all{false};

[[maybe_unused]] const int at_fork = pthread_atfork([] { catching.lock(); }, [] { catching.unlock(); }, [] {
    catching.unlock();
    if (time_limit > 0) start_watch();
});

}  // namespace

void catch_faults() {
    if (caught_all.load(std::memory_order_acquire)) return;
    std::lock_guard<std::mutex> lock(catching);
    if (caught_all.load()) return;
    take_faults();
    const struct sigaction action = action_of(on_stop);
    sigaction(stop_signal(), &action, nullptr);
    take_interrupts();
    if (const char *limit = std::getenv("CUPY_HOST_TIMEOUT")) time_limit = (long long)(std::atof(limit) * 1e9);
    if (time_limit > 0) start_watch();
    caught_all.store(true, std::memory_order_release);
}

void keep_signals() {
    static thread_local long long looked = 0;
    timespec time;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time);       // some nanoseconds; it moves every few milliseconds
    const long long tick = time.tv_sec * 1000000000ll + time.tv_nsec;
    if (tick == looked) return;
    looked = tick;
    catch_faults();
    take_faults();
}

void unblock_ours(sigset_t *blocked) {
    for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, stop_signal()}) sigdelset(blocked, signal);
}

Runner::Runner() : slot(-1) {
    const int thread = this_thread();
    for (int i = 0; i < kRunners && slot < 0; ++i) {
        int free = 0;
        if (runners[i].compare_exchange_strong(free, thread)) slot = i;
    }
}

Runner::~Runner() {
    if (slot >= 0) runners[slot].store(0);
}

void repeat_stop() {
    for (auto &runner : runners)
        if (const int thread = runner.load()) send_stop(thread);
}

Launching::Launching() : outermost_(false) {
    static thread_local const bool main = is_main();
    if (!main) return;
    for_main = true;
    outermost_ = !launching.load(std::memory_order_relaxed);
    if (!outermost_) return;
    if (time_limit) started.store(now());
    launching.store(true);
}

Launching::~Launching() {
    if (!outermost_) return;
    launching.store(false);
    if (time_limit) started.store(0);
    stopping.store(0);
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
