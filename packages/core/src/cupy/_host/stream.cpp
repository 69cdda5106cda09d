// Streams, events and graphs.  Work runs when it is issued; a captured stream records it instead.
#include "host.hpp"

namespace cupy {
namespace host {

int run_body(Node &node);
int copy_now(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t bytes, size_t rows);
int fill_now(void *to, unsigned value, int width, size_t count);

int Node::run() {
    switch (type) {
        case kCopy: return copy_now(to, to_pitch, from, from_pitch, bytes, rows);
        case kFill: return fill_now(to, value, width, bytes);
        case kCallback: callback(to); return kOk;
        case kChild:
        case kIf:
        case kWhile:
        case kSwitch: return run_body(*this);
        case kAlloc: return set_live(memory, true);
        case kFree: return set_live(memory, false);
        case kKernel: break;
    }
    std::vector<void *> params;
    for (size_t offset : offsets) params.push_back(values.data() + offset);
    return run_kernel(function, launch, params.data());
}

int submit(void *stream, Node &&node) {
    if (!is_captured(stream)) return node.run();
    as_stream(stream)->capture->nodes.push_back(std::move(node));
    as_stream(stream)->capture->add(as_stream(stream)->branch);
    return kOk;
}

int stream_create(void **out, unsigned, int) {
    if (!out) return kInvalidValue;
    *out = new Stream;
    return kOk;
}

int stream_destroy(void *handle) {
    if (!as_stream(handle)) return kInvalidHandle;
    delete as_stream(handle);
    return kOk;
}

int stream_synchronize(void *handle) { return is_captured(handle) ? kCaptureInvalid : kOk; }
int stream_query(void *handle) { return is_captured(handle) ? kCaptureInvalid : kOk; }

// A stream that waits for an event of a capture takes part in that capture from then on.
int stream_wait_event(void *handle, void *event_handle) {
    auto *event = static_cast<Event *>(event_handle);
    if (!event) return kInvalidHandle;
    Stream *stream = as_stream(handle);
    if (auto graph = event->capture.lock(); graph && !graph->closed) {
        if (!stream || (is_captured(handle) && stream->capture != graph)) return kCaptureInvalid;
        if (stream->capture != graph) {
            stream->capture = graph;
            stream->branch = graph->work.size();
            graph->work.push_back(0);
        }
        const bool all = graph->work[event->branch] == event->work;
        if (event->branch != stream->branch && all && graph->open.erase(event->branch)) graph->add(stream->branch);
    }
    return kOk;
}

int stream_host_callback(void *handle, void *function, void *argument) {
    if (!function) return kInvalidValue;
    Node node{Node::kCallback};
    node.callback = reinterpret_cast<void (*)(void *)>(function);
    node.to = argument;
    return submit(handle, std::move(node));
}

int stream_capture_begin(void *handle, int) {
    Stream *stream = as_stream(handle);
    if (!stream || is_captured(handle)) return kCaptureInvalid;
    stream->capture = std::make_shared<Graph>();
    stream->branch = 0;
    stream->origin = true;
    return kOk;
}

int stream_capture_end(void *handle, void **out) {
    Stream *stream = as_stream(handle);
    if (!stream || !out || !stream->origin) return kCaptureInvalid;
    const bool joined = stream->capture->open.empty() && stream->outer.empty();     // no body is still recorded
    if (!stream->outer.empty()) {
        stream->capture->closed = true;
        stream->capture = stream->outer.front();
        stream->outer.clear();
    }
    *out = joined ? new Graph(std::move(*stream->capture)) : nullptr;
    stream->capture->closed = true;
    stream->capture.reset();
    stream->origin = false;
    return joined ? kOk : kCaptureInvalid;
}

int stream_capture_status(void *handle, int *status) {
    if (!status) return kInvalidValue;
    *status = is_captured(handle);
    return kOk;
}

int event_create(void **out, unsigned flags) {
    if (!out) return kInvalidValue;
    auto *event = new Event;
    event->timed = !(flags & CUPY_EVENT_DISABLE_TIMING);
    *out = event;
    return kOk;
}

int event_destroy(void *handle) {
    if (!handle) return kInvalidHandle;
    delete static_cast<Event *>(handle);
    return kOk;
}

int event_record(void *handle, void *stream) {
    auto *event = static_cast<Event *>(handle);
    if (!event) return kInvalidHandle;
    event->capture.reset();
    if (is_captured(stream)) {
        event->capture = as_stream(stream)->capture;
        event->branch = as_stream(stream)->branch;
        event->work = as_stream(stream)->capture->work[event->branch];
        return kOk;
    }
    event->time = std::chrono::steady_clock::now();
    event->recorded = true;
    return kOk;
}

int event_synchronize(void *handle) { return handle ? kOk : kInvalidHandle; }
int event_query(void *handle) { return handle ? kOk : kInvalidHandle; }

int event_elapsed(float *out, void *from, void *to) {
    auto *a = static_cast<Event *>(from), *b = static_cast<Event *>(to);
    if (!out || !a || !b || !a->recorded || !b->recorded || !a->timed || !b->timed) return kInvalidHandle;
    *out = std::chrono::duration<float, std::milli>(b->time - a->time).count();
    return kOk;
}

int graph_instantiate(void **out, void *graph) {
    if (!out || !graph) return kInvalidValue;
    *out = new Graph(*static_cast<Graph *>(graph));
    return kOk;
}

int graph_launch(void *exec, void *stream) {
    if (!exec) return kInvalidHandle;
    const auto &graph = *static_cast<Graph *>(exec);
    if (!is_captured(stream)) return run_graph(graph);
    Node node{Node::kChild};
    node.bodies.push_back(std::make_shared<Graph>(graph));
    return submit(stream, std::move(node));
}

int graph_upload(void *exec, void *) { return exec ? kOk : kInvalidHandle; }

int graph_destroy(void *graph) {
    delete static_cast<Graph *>(graph);
    return kOk;
}

int graph_exec_destroy(void *exec) {
    delete static_cast<Graph *>(exec);
    return kOk;
}

}  // namespace host
}  // namespace cupy
