// Filters of order 1 or less in one step.
#pragma once

#include "lines/recurrence.hpp"

#define CUPY_TEMPLATE(name, T) CUPY_RECURRENCE(name, cupy::signal::Direct<1>, T)
