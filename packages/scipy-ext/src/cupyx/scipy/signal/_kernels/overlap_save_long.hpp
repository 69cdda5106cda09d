// Convolution by blocks of 8192 samples in single precision: twice the threads, half the registers.
#pragma once

#include "lines/overlap_save.hpp"

#define CUPY_TEMPLATE(name, T) CUPY_OVERLAP_SAVE(name, cupy::signal::kLongTransform, T)
