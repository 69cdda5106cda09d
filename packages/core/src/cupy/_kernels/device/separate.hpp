// Included by units whose kernels call long functions: a compiler that would otherwise copy these into each kernel
// compiles them once, if it can.
#pragma once
