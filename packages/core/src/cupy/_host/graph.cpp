// Graphs in graphs, bodies that run when a condition holds, memory of graphs; and what may be changed afterwards.
#include "graph.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include <pthread.h>

#include "fault.hpp"

namespace cupy {
namespace host {

// Known by its address while a node or an executable graph has it.
struct GraphMemory {
    void *address = nullptr;
    bool live = false;

    explicit GraphMemory(size_t size);
    ~GraphMemory();
};

namespace {

struct Known {
    std::mutex mutex;
    std::map<void *, std::weak_ptr<GraphMemory>> memory;
    std::map<void *, std::shared_ptr<GraphMemory>> live;        // outlives its graphs until it is freed
};

Known &known() {
    static Known *only = [] {
        auto *made = new Known;             // never destroyed: graphs may outlive static objects
        pthread_atfork([] { known().mutex.lock(); }, [] { known().mutex.unlock(); }, [] { known().mutex.unlock(); });
        return made;
    }();
    return *only;
}

[[maybe_unused]] const Known &made_at_load = known();       // never while another thread forks

bool holds(const Node &node) {
    const auto *bytes = static_cast<const unsigned char *>(node.from);
    unsigned char any = 0;
    for (size_t k = 0; k < node.bytes; ++k) any |= bytes[k];
    return any;
}

// The little-endian number that a choice is made by.
uint64_t chosen(const Node &node) {
    uint64_t value = 0;
    std::memcpy(&value, node.from, std::min(node.bytes, sizeof value));
    return value;
}

// Whether the parameters of one may take the place of the other's.
bool alike(const Graph &a, const Graph &b) {
    if (a.nodes.size() != b.nodes.size()) return false;
    for (size_t k = 0; k < a.nodes.size(); ++k) {
        const Node &x = a.nodes[k], &y = b.nodes[k];
        if (x.type != y.type || x.bodies.size() != y.bodies.size()) return false;
        for (size_t n = 0; n < x.bodies.size(); ++n)
            if (!alike(*x.bodies[n], *y.bodies[n])) return false;
        if (x.type == Node::kAlloc || x.type == Node::kFree) return false;      // nor does CUDA update these
    }
    return true;
}

Node *kernel_of(Graph &graph, size_t place) {
    for (Node &node : graph.nodes)
        if (node.type == Node::kKernel && !place--) return &node;
    return nullptr;
}

}  // namespace

GraphMemory::GraphMemory(size_t size) { memory_alloc(&address, size); }
GraphMemory::~GraphMemory() {
    {
        std::lock_guard<std::mutex> lock(known().mutex);
        known().memory.erase(address);
    }
    memory_free(address);
}

int run_graph(const Graph &graph) {
    for (const Node &node : graph.nodes)
        if (const int status = const_cast<Node &>(node).run()) return status;
    return kOk;
}

int run_body(Node &node) {
    if (node.type == Node::kChild) return run_graph(*node.bodies[0]);
    if (node.type == Node::kSwitch) {
        const uint64_t choice = chosen(node);
        return choice < node.bodies.size() ? run_graph(*node.bodies[choice]) : kOk;
    }
    Launching now;                          // Ctrl-C ends a loop between two rounds too
    while (holds(node)) {
        if (const int stop = for_main ? stopping.load(std::memory_order_relaxed) : 0) return stop;
        if (const int status = run_graph(*node.bodies[0])) return status;
        if (node.type == Node::kIf) break;
    }
    return kOk;
}

int graph_alloc(void **out, size_t size, void *stream) {
    if (!out || !size) return kInvalidValue;
    Node node{Node::kAlloc};
    node.memory = std::make_shared<GraphMemory>(size);
    *out = node.memory->address;
    if (!*out) return kOutOfMemory;
    {
        std::lock_guard<std::mutex> lock(known().mutex);
        known().memory[*out] = node.memory;
    }
    return submit(stream, std::move(node));
}

int graph_free(void *pointer, void *stream) {
    std::shared_ptr<GraphMemory> memory;
    {
        std::lock_guard<std::mutex> lock(known().mutex);
        const auto found = known().memory.find(pointer);
        if (found != known().memory.end()) memory = found->second.lock();
    }
    if (!memory) return kNotFound;
    Node node{Node::kFree};
    node.memory = std::move(memory);
    return submit(stream, std::move(node));
}

int set_live(const std::shared_ptr<GraphMemory> &memory, bool live) {
    std::shared_ptr<GraphMemory> last;      // may end it, when the lock is free again
    std::lock_guard<std::mutex> lock(known().mutex);
    if (memory->live == live) return kInvalidValue;     // launched again before it was freed, or freed twice
    memory->live = live;
    if (live) known().live[memory->address] = memory;
    else last = std::move(known().live.extract(memory->address).mapped());
    return kOk;
}

int condition_add(void *handle, int kind, const void *condition, size_t bytes, size_t count, size_t *place) {
    Stream *stream = as_stream(handle);
    if (!is_captured(handle) || !stream->origin) return kCaptureInvalid;
    Node node{kind == 0 ? Node::kIf : kind == 1 ? Node::kWhile : Node::kSwitch};
    node.from = condition;
    node.bytes = bytes;
    while (count--) node.bodies.push_back(std::make_shared<Graph>());
    *place = stream->capture->nodes.size();
    return submit(handle, std::move(node));
}

int body_begin(void *handle, size_t place, size_t choice) {
    Stream *stream = as_stream(handle);
    if (!is_captured(handle) || !stream->origin || place >= stream->capture->nodes.size()) return kCaptureInvalid;
    const Node &node = stream->capture->nodes[place];
    if (choice >= node.bodies.size()) return kCaptureInvalid;
    stream->outer.push_back(stream->capture);
    stream->capture = node.bodies[choice];
    return kOk;
}

int body_end(void *handle) {
    Stream *stream = as_stream(handle);
    if (!stream || stream->outer.empty()) return kCaptureInvalid;
    const bool whole = stream->capture->open.empty();
    stream->capture->closed = true;
    stream->capture = stream->outer.back();
    stream->outer.pop_back();
    return whole ? kOk : kCaptureInvalid;
}

int graph_update(void *exec, void *graph) {
    auto &old = *static_cast<Graph *>(exec);
    const auto &other = *static_cast<Graph *>(graph);
    if (!alike(old, other)) return kUpdateFailed;
    old.nodes = other.nodes;
    return kOk;
}

const char *kernel_name(void *graph, size_t place) {
    const Node *node = kernel_of(*static_cast<Graph *>(graph), place);
    return node ? node->function->name.c_str() : nullptr;
}

int kernel_get(void *graph, size_t place, unsigned *geometry) {
    const Node *node = kernel_of(*static_cast<Graph *>(graph), place);
    if (!node) return kNotFound;
    std::memcpy(geometry, node->launch.grid, sizeof node->launch.grid);
    std::memcpy(geometry + 3, node->launch.block, sizeof node->launch.block);
    geometry[6] = node->launch.shared;
    return kOk;
}

int kernel_set(void *graph, size_t place, const unsigned *geometry) {
    Node *node = kernel_of(*static_cast<Graph *>(graph), place);
    if (!node) return kNotFound;
    Launch changed = node->launch;
    std::memcpy(changed.grid, geometry, sizeof changed.grid);
    std::memcpy(changed.block, geometry + 3, sizeof changed.block);
    changed.shared = geometry[6];
    if (const int status = check_launch(node->function, changed)) return status;
    node->launch = changed;
    return kOk;
}

void *kernel_argument(void *graph, size_t place, size_t argument, size_t *bytes) {
    Node *node = kernel_of(*static_cast<Graph *>(graph), place);
    if (!node || argument >= node->offsets.size()) return nullptr;
    *bytes = size_t(node->function->sizes[argument]);
    return node->values.data() + node->offsets[argument];
}

}  // namespace host
}  // namespace cupy
