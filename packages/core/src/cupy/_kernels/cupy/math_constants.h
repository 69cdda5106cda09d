// Constants of CUDA's mathematics, where CuPy has them.
#pragma once

#include "../math_constants.h"
