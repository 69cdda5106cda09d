// thrust::complex: ours.
#pragma once

#include "kernel.hpp"
#include "toolkit_begin.hpp"

namespace thrust {
using namespace cupy;
}

#include "toolkit_end.hpp"
