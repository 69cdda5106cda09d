/* The backend contract, driver half: one row per C function a backend provides.
 *
 * A backend package holds a Cython module `driver` that defines each function
 * `noexcept nogil` in its `.pxd`.  Core finds them by name in the module's
 * `__pyx_capi__` and compares the signature text below with the capsule's name.
 * Only int, unsigned int, size_t, float, char and void pointers appear, so that
 * the text is the same for every compiler and Cython version.
 *
 * Every function returns a status: 0 for success, one of CUPY_STATUS_* below, or
 * any other number of the backend's own, which `error_name`/`error_text` explain.
 * A stream of NULL is the device's default stream.
 */
#ifndef CUPY_RUNTIME_CONTRACT_H
#define CUPY_RUNTIME_CONTRACT_H

#include <stddef.h>

#define CUPY_CONTRACT_VERSION 1

#define CUPY_STATUS_OK 0
#define CUPY_STATUS_INVALID_VALUE 1
#define CUPY_STATUS_OUT_OF_MEMORY 2
#define CUPY_STATUS_NO_DEVICE 100
#define CUPY_STATUS_INVALID_DEVICE 101
#define CUPY_STATUS_NOT_FOUND 500
#define CUPY_STATUS_NOT_READY 600
#define CUPY_STATUS_NOT_PROVIDED (-1)    /* the backend has no such function */
#define CUPY_STATUS_NO_LIBRARY (-2)      /* the vendor's library cannot be opened */
#define CUPY_STATUS_INTERRUPTED (-4)     /* Ctrl-C: the work was given up */
#define CUPY_STATUS_FORKED (-3)          /* used in a child of the process that initialised it */

/* device_attribute */
#define CUPY_ATTR_COMPUTE_MAJOR 0
#define CUPY_ATTR_COMPUTE_MINOR 1
#define CUPY_ATTR_MULTIPROCESSORS 2
#define CUPY_ATTR_WARP_SIZE 3
#define CUPY_ATTR_MAX_THREADS_PER_BLOCK 4
#define CUPY_ATTR_MAX_SHARED_PER_BLOCK 5
#define CUPY_ATTR_MAX_SHARED_OPTIN 6
#define CUPY_ATTR_MAX_THREADS_PER_SM 7
#define CUPY_ATTR_L2_BYTES 8
#define CUPY_ATTR_MEMORY_POOLS 9         /* stream-ordered allocation supported */
#define CUPY_ATTR_MANAGED_MEMORY 10
#define CUPY_ATTR_COOPERATIVE_LAUNCH 11
#define CUPY_ATTR_CLOCK_KHZ 12
#define CUPY_ATTR_MEMORY_CLOCK_KHZ 13
#define CUPY_ATTR_MEMORY_BUS_BITS 14
#define CUPY_ATTR_UNIFIED_ADDRESSING 15
#define CUPY_ATTR_INTEGRATED 16
#define CUPY_ATTR_PCI_BUS 17
#define CUPY_ATTR_PCI_DEVICE 18
#define CUPY_ATTR_PCI_DOMAIN 19
#define CUPY_ATTR_MAX_GRID_X 20
#define CUPY_ATTR_PAGEABLE_ACCESS 21     /* kernels read any memory of the host */
#define CUPY_ATTR_NATIVE 1000000         /* + n: the backend's own attribute number n */

/* copy kinds (same numbers as cudaMemcpyKind) */
#define CUPY_COPY_HOST_TO_HOST 0
#define CUPY_COPY_HOST_TO_DEVICE 1
#define CUPY_COPY_DEVICE_TO_HOST 2
#define CUPY_COPY_DEVICE_TO_DEVICE 3
#define CUPY_COPY_DEFAULT 4

/* stream_create flags, event_create flags */
#define CUPY_STREAM_NON_BLOCKING 1
#define CUPY_EVENT_BLOCKING_SYNC 1
#define CUPY_EVENT_DISABLE_TIMING 2
#define CUPY_EVENT_INTERPROCESS 4

/* memory_pointer_info kinds */
#define CUPY_MEMORY_UNREGISTERED 0
#define CUPY_MEMORY_HOST 1
#define CUPY_MEMORY_DEVICE 2
#define CUPY_MEMORY_MANAGED 3

/* function_attribute */
#define CUPY_FUNC_MAX_THREADS 0
#define CUPY_FUNC_SHARED_BYTES 1
#define CUPY_FUNC_CONST_BYTES 2
#define CUPY_FUNC_LOCAL_BYTES 3
#define CUPY_FUNC_REGISTERS 4
#define CUPY_FUNC_PTX_VERSION 5
#define CUPY_FUNC_BINARY_VERSION 6
#define CUPY_FUNC_CACHE_MODE_CA 7
#define CUPY_FUNC_MAX_DYNAMIC_SHARED 8
#define CUPY_FUNC_PREFERRED_CARVEOUT 9
#define CUPY_FUNC_PARAMETER 1000         /* + n: bytes of parameter n, 0 behind the last one */

#define CUPY_DRIVER_FUNCTIONS(X)                                                                \
    X(init, (unsigned int))                                                                     \
    X(driver_version, (int *))                                                                  \
    X(device_count, (int *))                                                                    \
    X(device_set, (int)) /* the device's primary context becomes current on this thread */      \
    X(device_attribute, (int, int, int *))                                                      \
    X(device_name, (int, char *, int))                                                          \
    X(device_pci_bus_id, (int, char *, int))                                                    \
    X(device_uuid, (int, char *))                                                               \
    X(device_total_memory, (int, size_t *))                                                     \
    X(device_synchronize, (void))                                                               \
    X(device_reset, (int))                                                                      \
    X(device_limit_get, (int, size_t *))                                                        \
    X(device_limit_set, (int, size_t))                                                          \
    X(device_can_access_peer, (int *, int, int))                                                \
    X(device_enable_peer, (int))                                                                \
    X(device_disable_peer, (int))                                                               \
    X(device_stream_priorities, (int *, int *))                                                 \
    X(memory_info, (size_t *, size_t *)) /* free, total */                                      \
    X(memory_alloc, (void **, size_t))                                                          \
    X(memory_free, (void *))                                                                    \
    X(memory_alloc_async, (void **, size_t, void *))                                            \
    X(memory_free_async, (void *, void *))                                                      \
    X(memory_pool_trim, (int, size_t))                                                          \
    X(memory_pool_usage, (int, size_t *, size_t *)) /* used, reserved */                        \
    X(memory_alloc_managed, (void **, size_t))                                                  \
    X(memory_prefetch, (void *, size_t, int, void *))                                           \
    X(memory_advise, (void *, size_t, int, int))                                                \
    X(memory_alloc_pinned, (void **, size_t, unsigned int))                                     \
    X(memory_free_pinned, (void *))                                                             \
    X(memory_register, (void *, size_t, unsigned int))                                          \
    X(memory_unregister, (void *))                                                              \
    X(memory_pointer_info, (void *, int *, int *)) /* kind, device */                           \
    X(memory_ipc_export, (char *, void *)) /* 64 bytes */                                       \
    X(memory_ipc_open, (void **, char *))                                                       \
    X(memory_ipc_close, (void *))                                                               \
    X(copy, (void *, void *, size_t, int, void *)) /* dst, src, bytes, kind, stream; async */   \
    X(copy_sync, (void *, void *, size_t, int))                                                 \
    X(copy_peer, (void *, int, void *, int, size_t, void *))                                    \
    X(copy_2d, (void *, size_t, void *, size_t, size_t, size_t, int, void *))                   \
    X(fill, (void *, unsigned int, int, size_t, void *)) /* dst, value, width 1/2/4, count */   \
    X(stream_create, (void **, unsigned int, int))                                              \
    X(stream_destroy, (void *))                                                                 \
    X(stream_synchronize, (void *))                                                             \
    X(stream_query, (void *))                                                                   \
    X(stream_wait_event, (void *, void *))                                                      \
    X(stream_host_callback, (void *, void *, void *)) /* stream, void (*)(void *), argument */  \
    X(stream_capture_begin, (void *, int))                                                      \
    X(stream_capture_end, (void *, void **))                                                    \
    X(stream_capture_status, (void *, int *))                                                   \
    X(event_create, (void **, unsigned int))                                                    \
    X(event_destroy, (void *))                                                                  \
    X(event_record, (void *, void *))                                                           \
    X(event_synchronize, (void *))                                                              \
    X(event_query, (void *))                                                                    \
    X(event_elapsed, (float *, void *, void *)) /* milliseconds */                              \
    X(event_ipc_export, (char *, void *))                                                       \
    X(event_ipc_open, (void **, char *))                                                        \
    X(module_load, (void **, void *, size_t))                                                   \
    X(module_unload, (void *))                                                                  \
    X(module_function, (void **, void *, char *))                                               \
    X(module_global, (void **, size_t *, void *, char *))                                       \
    X(function_attribute, (int *, void *, int))                                                 \
    X(function_set_attribute, (void *, int, int))                                               \
    X(launch, (void *, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,    \
               unsigned int, unsigned int, void *, void **))                                    \
    X(launch_cooperative, (void *, unsigned int, unsigned int, unsigned int, unsigned int,      \
                           unsigned int, unsigned int, unsigned int, void *, void **))          \
    X(occupancy_blocks, (int *, void *, int, size_t))                                           \
    X(occupancy_block_size, (int *, int *, void *, size_t, int))                                \
    X(graph_instantiate, (void **, void *))                                                     \
    X(graph_launch, (void *, void *))                                                           \
    X(graph_upload, (void *, void *))                                                           \
    X(graph_destroy, (void *))                                                                  \
    X(graph_exec_destroy, (void *))                                                             \
    X(error_name, (int, char **))                                                               \
    X(error_text, (int, char **))

typedef struct CupyDriver {
#define CUPY_FIELD(name, signature) int(*name) signature;
    CUPY_DRIVER_FUNCTIONS(CUPY_FIELD)
#undef CUPY_FIELD
} CupyDriver;

#endif
