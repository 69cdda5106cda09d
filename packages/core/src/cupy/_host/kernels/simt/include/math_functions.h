// Its names that kernels use are there already.
#pragma once
