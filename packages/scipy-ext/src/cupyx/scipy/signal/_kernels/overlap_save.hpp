// Convolution by blocks of 4096 samples at most.
#pragma once

#include "lines/overlap_save.hpp"

#define CUPY_TEMPLATE(name, T) CUPY_OVERLAP_SAVE(name, cupy::signal::kBlockTransform, T)
