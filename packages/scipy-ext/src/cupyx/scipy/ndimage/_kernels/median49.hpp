// Medians of windows of 49 items.
#pragma once

#include "median.hpp"

#define CUPY_TEMPLATE(name, T, O) CUPY_MAP_KERNEL(name, cupy::ndimage::Neighborhood, cupy::ndimage::median<49, T, O>)
