// Which stream a handle means: the per-thread default streams of all threads have one handle.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace cupy {

// Number of the calling thread, never used again.  Called by growth.pyx alone, so there is one copy.
inline size_t thread_number() noexcept {
    static std::atomic<size_t> next{1};
    static thread_local const size_t mine = next.fetch_add(1);
    return mine;
}

constexpr uintptr_t legacy_stream = 1, per_thread_stream = 2;   // handles of CUDA and HIP
constexpr uintptr_t key_bits = 0xf;                             // which no address ends with

// Whether the default stream is the thread's own, by CUPY_CUDA_PER_THREAD_DEFAULT_STREAM.
inline bool default_is_per_thread() noexcept {
    static const bool found = [] {
        const char *text = std::getenv("CUPY_CUDA_PER_THREAD_DEFAULT_STREAM");
        return text && *text && std::strcmp(text, "0");
    }();
    return found;
}

// What stands for a stream in the pool: its handle, but for the default stream of the thread of this number.
inline void *stream_key(void *stream, size_t thread) noexcept {
    const uintptr_t handle = reinterpret_cast<uintptr_t>(stream);
    const bool own = handle == per_thread_stream || (!handle && default_is_per_thread());
    return own ? reinterpret_cast<void *>(thread << 4 | key_bits) : stream;
}

// The handle of what `stream_key` gave.  The default stream of another thread cannot be named: the legacy
// stream, which waits for it, stands for it.
inline void *stream_of(void *key, size_t thread) noexcept {
    const uintptr_t number = reinterpret_cast<uintptr_t>(key);
    if ((number & 0xf) != key_bits) return key;
    if (number >> 4 == thread) return reinterpret_cast<void *>(per_thread_stream);
    return reinterpret_cast<void *>(default_is_per_thread() ? legacy_stream : 0);
}

}  // namespace cupy
