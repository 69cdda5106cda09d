// In place of core's header of this name: threads of the host's launcher wait without spinning.
#pragma once

namespace cupy {

inline void grid_barrier(unsigned *) { simt::wait_for_grid(); }

}  // namespace cupy
