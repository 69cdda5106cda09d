// What the host's graphs offer beyond the contract, to driver.pyx.
#pragma once

#include "host.hpp"

namespace cupy {
namespace host {

constexpr int kUpdateFailed = 910;      // CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE

// Add a conditional node of `count` empty bodies to what a stream records; it is known by its place in the graph.
// `kind`: 0 runs the body if one of the bytes is not zero, 1 while that is so, 2 the body whose number they are.
int condition_add(void *stream, int kind, const void *condition, size_t bytes, size_t count, size_t *place);

// Work of the stream between the two goes into a body of the node.
int body_begin(void *stream, size_t place, size_t choice);
int body_end(void *stream);

// The parameters of a graph of the same nodes take the place of those of an executable one.
int graph_update(void *exec, void *graph);

// Kernels by their place among the kernels of a graph; geometry: grid, block, bytes of shared memory.
const char *kernel_name(void *graph, size_t place);     // null behind the last one
int kernel_get(void *graph, size_t place, unsigned *geometry);
int kernel_set(void *graph, size_t place, const unsigned *geometry);
void *kernel_argument(void *graph, size_t place, size_t argument, size_t *bytes);

}  // namespace host
}  // namespace cupy
