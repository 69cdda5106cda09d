// Filters of order 8 or less in one step.
#pragma once

#include "lines/recurrence.hpp"

#define CUPY_TEMPLATE(name, T) CUPY_RECURRENCE(name, cupy::signal::Direct<8>, T)
