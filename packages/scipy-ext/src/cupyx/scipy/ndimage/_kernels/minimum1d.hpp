// The least item of a window along one axis.
#pragma once

#include "extremum1d.hpp"

#define CUPY_TEMPLATE(name, T, O) \
    CUPY_MAP_KERNEL(name, cupy::ndimage::Extremum1d, cupy::ndimage::extremum1d<false, T, O>)
