// Integer types and type traits for kernels that are compiled without a toolkit's headers.
#pragma once

#include "types/integers.hpp"
