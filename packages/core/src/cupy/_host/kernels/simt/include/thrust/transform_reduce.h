// Reductions of what a function makes of items: in algorithms.h.
#pragma once

#include <thrust/algorithms.h>
