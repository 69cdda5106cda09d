// The objects behind the host backend's handles, and its functions of the contract.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "contract.h"

namespace cupy {
namespace host {

// Statuses beyond those that all backends share, with CUDA's numbers where it has the like.
enum Status : int {
    kOk = CUPY_STATUS_OK,
    kInvalidValue = CUPY_STATUS_INVALID_VALUE,
    kOutOfMemory = CUPY_STATUS_OUT_OF_MEMORY,
    kInvalidDevice = CUPY_STATUS_INVALID_DEVICE,
    kNotFound = CUPY_STATUS_NOT_FOUND,
    kNotProvided = CUPY_STATUS_NOT_PROVIDED,
    kInvalidImage = 200,
    kInvalidHandle = 400,
    kIllegalAddress = 700,
    kTimeout = 702,
    kDivisionByZero = 712,
    kTrap = 715,
    kDeadlock = 719,
    kTooLarge = 720,
    kCaptureInvalid = 901,
};

enum Kind : int { kRange = 0, kSimt = 1, kSimtWithBarriers = 2, kVariable = 3 };

int current_device();                   // of the calling thread
bool is_device(int device);

using RangeEntry = void (*)(void **params, unsigned block, unsigned grid);

// A loaded shared object.  Held by its handle and by every graph with a kernel of it.
struct Module {
    void *library = nullptr;
    bool has_barriers = false;
    int shared_bytes = 0;               // static shared memory of all its kernels
    std::vector<std::unique_ptr<struct Function>> functions;

    ~Module();
};

// What modules with elementwise kernels are given: `Walks` of kernels/device/elementwise_walk.hpp.
const void *walks();

struct Function {
    std::string name;
    std::weak_ptr<Module> module;
    void *entry = nullptr;
    Kind kind = kRange;
    int max_threads = 1024;
    int shared_bytes = 0;               // static
    int max_dynamic_shared = 48 << 10;
    std::vector<int> sizes;             // bytes of each parameter
};

struct Launch {
    unsigned grid[3], block[3], shared;
    bool cooperative;                   // all blocks run at the same time
};

constexpr int kThreadsPerProcessor = 1024;
// Blocks of a cooperative launch are threads of the system: as many of them may wait for each other on any machine.
constexpr unsigned kFewestTogether = 32;

// How many blocks of so many threads may run at the same time, for each processor.
int blocks_per_processor(const Function *function, unsigned threads);

// Checks the geometry, then runs the kernel to its end.
int run_kernel(Function *function, const Launch &launch, void **params);
int check_launch(const Function *function, const Launch &launch);
int run_simt(const Function *function, const Launch &launch, void **params);    // simt.cpp

struct Graph;
struct GraphMemory;

// One recorded piece of work: parameters are copied when it is recorded.
struct Node {
    enum Type { kKernel, kCopy, kFill, kCallback, kChild, kIf, kWhile, kSwitch, kAlloc, kFree } type;
    void (*callback)(void *) = nullptr;
    Function *function = nullptr;
    std::shared_ptr<Module> module;
    Launch launch{};
    std::vector<unsigned char> values;
    std::vector<size_t> offsets;
    void *to = nullptr;
    const void *from = nullptr;                     // kIf, kWhile, kSwitch: the condition
    size_t rows = 0, bytes = 0, to_pitch = 0, from_pitch = 0;    // kCopy; kFill: bytes is the count
    unsigned value = 0;
    int width = 0;
    std::vector<std::shared_ptr<Graph>> bodies;     // kChild, kIf, kWhile: one; kSwitch: one for each choice
    std::shared_ptr<GraphMemory> memory;            // kAlloc, kFree

    int run();
};

struct Graph {
    std::vector<Node> nodes;
    bool closed = false;                // its capture has ended: streams that joined it are free again
    std::vector<size_t> work{0};        // by branch: how much a stream has added; branch 0 began the capture
    std::set<size_t> open;              // branches with work that no other has waited for

    void add(size_t branch) {
        ++work[branch];
        if (branch) open.insert(branch);
    }
};

// Runs the nodes of a graph to their end.
int run_graph(const Graph &graph);

struct Stream {
    std::shared_ptr<Graph> capture;     // set while this stream is being captured
    std::vector<std::shared_ptr<Graph>> outer;      // of bodies that are recorded now, outermost first
    bool origin = false;                // the capture began here
    size_t branch = 0;                  // of the capture
};

struct Event {
    std::chrono::steady_clock::time_point time;
    bool recorded = false, timed = true;
    std::weak_ptr<Graph> capture;       // the capture in which it was recorded last
    size_t branch = 0, work = 0;        // and where in it
};

// NULL and the two small numbers that name default streams in CUDA's runtime are the default stream.
inline Stream *as_stream(void *handle) {
    return reinterpret_cast<uintptr_t>(handle) <= 2 ? nullptr : static_cast<Stream *>(handle);
}

inline bool is_captured(void *handle) {
    const Stream *stream = as_stream(handle);
    return stream && stream->capture && !stream->capture->closed;
}

// Memory of graphs (graph_memory.cpp): has an address from its recording on, and may be used between its nodes.
int graph_alloc(void **out, size_t size, void *stream);
int graph_free(void *pointer, void *stream);        // kNotFound: no memory of a graph
int set_live(const std::shared_ptr<GraphMemory> &memory, bool live);

// Runs a node now, or adds it to the graph that its stream is recording.
int submit(void *stream, Node &&node);

extern size_t stack_bytes;              // of one SIMT thread

#define CUPY_DECLARE(name, signature) int name signature;
CUPY_DRIVER_FUNCTIONS(CUPY_DECLARE)
#undef CUPY_DECLARE

}  // namespace host
}  // namespace cupy
