// float16 for raw kernels: two bytes in memory, arithmetic in float.
#pragma once

#include "types/float16.hpp"

using cupy::float16;
