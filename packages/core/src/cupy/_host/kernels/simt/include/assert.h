// assert() of a kernel: says what failed, then stops the kernel.
#pragma once

#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition)                                                                       \
    ((condition) ? (void)0                                                                      \
                 : (printf("%s:%d: block [%u,%u,%u], thread [%u,%u,%u]: assertion `%s` failed\n", \
                           __FILE__, __LINE__, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, \
                           threadIdx.y, threadIdx.z, #condition), __trap()))
#endif
