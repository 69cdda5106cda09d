// Stacks of SIMT threads and the switch between them.
#pragma once

#include <cstddef>

namespace cupy {
namespace host {

// A place to continue: on its own stack, or where a thread of the system left off.
struct Fiber {
    void *context = nullptr;    // stack pointer of a fiber that does not run
    void *memory = nullptr;
    size_t size = 0;
    void *watched = nullptr;    // what ThreadSanitizer knows it by
};

// A stack that starts in `main`, which never returns; false when there is no memory.
bool make_fiber(Fiber *fiber, size_t stack_bytes, void (*main)());
void restart_fiber(Fiber *fiber, void (*main)());
void free_fiber(Fiber *fiber);

// Continues `to`; returns when someone continues `from`.
void switch_fiber(Fiber *from, Fiber *to);

}  // namespace host
}  // namespace cupy
