// Cascades of 4 sections of order two.
#pragma once

#include "lines/recurrence.hpp"

#define CUPY_TEMPLATE(name, T) CUPY_RECURRENCE(name, cupy::signal::Cascade<4>, T)
