// One stage of the solution of banded systems in parts: `factor`.
#pragma once

#include "banded.hpp"

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::linalg::Banded, cupy::linalg::factor<T>)
