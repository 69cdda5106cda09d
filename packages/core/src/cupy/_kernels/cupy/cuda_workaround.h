// Integer types and type traits for kernels that are compiled without a toolkit's headers.
#pragma once

#include "types/integers.hpp"
#if __has_include(<type_traits>)
#include <type_traits>
#else
#include "types/std_traits.hpp"
#endif
