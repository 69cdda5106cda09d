// The walks of elementwise kernels (walk.hpp), compiled for each level of x86-64.
//
// Each object has them in a namespace of its own: the linker takes functions of one name for one another.
#pragma once

// Clang has another way to say for which processor a function is.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11
#define CUPY_WALK_LEVELS
#endif

#define CUPY_WALKS_OF(level) \
    namespace cupy {         \
    namespace level {        \
    struct Walks;            \
    extern const Walks walks; \
    }                        \
    }
CUPY_WALKS_OF(walks_any)
CUPY_WALKS_OF(walks_v3)
CUPY_WALKS_OF(walks_v4)
#undef CUPY_WALKS_OF
