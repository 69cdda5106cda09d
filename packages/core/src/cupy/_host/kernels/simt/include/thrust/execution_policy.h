// How thrust's algorithms run inside a kernel: by the calling thread.
#pragma once

namespace thrust {
struct sequential_policy {};
struct device_policy : sequential_policy {};
inline constexpr sequential_policy seq{};
inline constexpr device_policy device{};
}
