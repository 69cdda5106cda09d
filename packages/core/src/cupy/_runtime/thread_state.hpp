// What each thread has made current.  Included by driver.pyx alone, so there is one copy.
#pragma once

#include <vector>

namespace cupy {

template <class State> inline State *thread_state() noexcept {
    static thread_local State value = {0, nullptr, -1};
    return &value;
}

// Make `device` current, and with it the stream that this thread last used there.
template <class State> inline void switch_device(int device) {
    static thread_local std::vector<void *> streams;
    State *now = thread_state<State>();
    if (device == now->device) return;
    size_t need = 1 + (device > now->device ? device : now->device);
    if (streams.size() < need) streams.resize(need, nullptr);
    streams[now->device] = now->stream;
    now->device = device;
    now->stream = streams[device];
}

}  // namespace cupy
