// Fibers: a few instructions on x86-64 and aarch64, ucontext elsewhere.
#include "fiber.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstring>

#if defined(CUPY_UCONTEXT) || !(defined(__x86_64__) || defined(__aarch64__))
#define CUPY_PORTABLE 1
#include <ucontext.h>
#endif

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace cupy {
namespace host {
namespace {

// ThreadSanitizer must be told of stacks that are none of a thread's.
#if defined(__SANITIZE_THREAD__)
void watch(Fiber *fiber) { fiber->watched = __tsan_create_fiber(0); }
void forget(Fiber *fiber) { __tsan_destroy_fiber(fiber->watched); }
void follow(Fiber *from, Fiber *to) {
    from->watched = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(to->watched, 0);
}
#else
void watch(Fiber *) {}
void forget(Fiber *) {}
void follow(Fiber *, Fiber *) {}
#endif

// A guard page splits a mapping in two, and a process has some 65,000 mappings.
constexpr int kGuarded = 16384;

// Tops of stacks that lie a power of two apart would share the same few cache lines.
constexpr unsigned kColours = 61;
constexpr size_t kColourBytes = 192;

std::atomic<unsigned> made{0};

}  // namespace

#ifdef CUPY_PORTABLE

void restart_fiber(Fiber *fiber, void (*main)()) {
    auto *context = static_cast<ucontext_t *>(fiber->context);
    getcontext(context);
    context->uc_stack.ss_sp = static_cast<char *>(fiber->memory) + size_t(sysconf(_SC_PAGESIZE));
    context->uc_stack.ss_size = fiber->size - size_t(sysconf(_SC_PAGESIZE));
    context->uc_link = nullptr;
    makecontext(context, main, 0);
}

void switch_fiber(Fiber *from, Fiber *to) {
    if (!from->context) from->context = new ucontext_t;
    follow(from, to);
    swapcontext(static_cast<ucontext_t *>(from->context), static_cast<ucontext_t *>(to->context));
}

#else

// Saves what a called function must keep, stores the stack pointer, takes the other one.
extern "C" void cupy_host_swap(void **from, void *to) __attribute__((visibility("hidden")));

#if defined(__x86_64__)
asm(R"(
    .text
    .p2align 4
    .globl cupy_host_swap
    .hidden cupy_host_swap
    .type cupy_host_swap, @function
cupy_host_swap:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size cupy_host_swap, .-cupy_host_swap
)");
constexpr size_t kFrame = 64, kReturn = 48;
#else
asm(R"(
    .text
    .p2align 4
    .globl cupy_host_swap
    .hidden cupy_host_swap
    .type cupy_host_swap, %function
cupy_host_swap:
    sub sp, sp, #160
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mov x9, sp
    str x9, [x0]
    mov sp, x1
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #160
    ret
    .size cupy_host_swap, .-cupy_host_swap
)");
constexpr size_t kFrame = 160, kReturn = 88;
#endif

// A frame that `cupy_host_swap` leaves through its return address into `main`.
void restart_fiber(Fiber *fiber, void (*main)()) {
    const size_t colour = uintptr_t(fiber->memory) / fiber->size % kColours;
    char *top = static_cast<char *>(fiber->memory) + fiber->size - 64 - colour * kColourBytes;
    char *frame = top - kFrame;     // 16-byte aligned, as the stack pointer before a call
    std::memset(frame, 0, kFrame + 64);
    std::memcpy(frame + kReturn, &main, sizeof main);
    fiber->context = frame;
}

void switch_fiber(Fiber *from, Fiber *to) {
    follow(from, to);
    cupy_host_swap(&from->context, to->context);
}

#endif

bool make_fiber(Fiber *fiber, size_t stack_bytes, void (*main)()) {
    const size_t page = size_t(sysconf(_SC_PAGESIZE)), size = stack_bytes + kColours * kColourBytes + 2 * page;
    fiber->size = (size + page - 1) / page * page;
    fiber->memory = mmap(nullptr, fiber->size, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (fiber->memory == MAP_FAILED) {
        fiber->memory = nullptr;
        return false;
    }
    if (made.fetch_add(1) < kGuarded) mprotect(fiber->memory, page, PROT_NONE);
#ifdef CUPY_PORTABLE
    fiber->context = new ucontext_t;
#endif
    restart_fiber(fiber, main);
    watch(fiber);
    return true;
}

void free_fiber(Fiber *fiber) {
    if (!fiber->memory) return;
    forget(fiber);
    munmap(fiber->memory, fiber->size);
    made.fetch_sub(1);
#ifdef CUPY_PORTABLE
    delete static_cast<ucontext_t *>(fiber->context);
#endif
    *fiber = Fiber();
}

}  // namespace host
}  // namespace cupy
