// What a user's elementwise or reducing code has beside its types: the compiler of the target knows the functions.
#pragma once

#include "cupy/complex.cuh"
#include "math/user_constants.hpp"
