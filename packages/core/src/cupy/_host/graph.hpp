// What the host's graphs offer beyond the contract, to driver.pyx.
#pragma once

#include "host.hpp"

namespace cupy {
namespace host {

constexpr int kUpdateFailed = 910;      // CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE

// Work of the stream between the two is recorded as the body of a conditional node.
int body_begin(void *stream);
int body_end(void *stream, const void *condition, size_t bytes, bool loops);

// The parameters of a graph of the same nodes take the place of those of an executable one.
int graph_update(void *exec, void *graph);

// Kernels by their place among the kernels of a graph; geometry: grid, block, bytes of shared memory.
const char *kernel_name(void *graph, size_t place);     // null behind the last one
int kernel_get(void *graph, size_t place, unsigned *geometry);
int kernel_set(void *graph, size_t place, const unsigned *geometry);
void *kernel_argument(void *graph, size_t place, size_t argument, size_t *bytes);

}  // namespace host
}  // namespace cupy
