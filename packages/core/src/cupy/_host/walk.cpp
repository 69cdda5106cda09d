// The walks of elementwise kernels for any processor, and the choice of those for this one.
#include "walk_levels.hpp"

#define host walks_any
#include "walk.hpp"
#undef host

#include "host.hpp"
#include "machine.hpp"

namespace cupy {
namespace host {

const void *walks() {
#ifdef CUPY_WALK_LEVELS
    const int level = processor_level();
    if (level >= 4) return &walks_v4::walks;
    if (level >= 3) return &walks_v3::walks;
#endif
    return &walks_any::walks;
}

}  // namespace host
}  // namespace cupy
