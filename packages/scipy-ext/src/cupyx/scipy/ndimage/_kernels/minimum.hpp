// The least item of a neighbourhood, structures subtracted.
#pragma once

#include "extremum.hpp"

#define CUPY_TEMPLATE(name, T, O) \
    CUPY_MAP_KERNEL(name, cupy::ndimage::Neighborhood, cupy::ndimage::extremum<false, T, O>)
