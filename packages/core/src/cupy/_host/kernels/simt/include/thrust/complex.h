// thrust::complex: ours.
#pragma once

#include "kernel.hpp"

namespace thrust {
using namespace cupy;
}
