// A part of curand_kernel.h.
#pragma once

#include <curand_kernel.h>
