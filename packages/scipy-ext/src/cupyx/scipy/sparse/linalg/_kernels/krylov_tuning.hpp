// Numbers of the launches of Krylov methods on SIMT targets, which Python reads here too.
#pragma once

namespace cupy {
namespace krylov {

constexpr int kThreads = 512;      // of a block
// Blocks of a multiprocessor that make vectors orthogonal: one for complex numbers, whose sums take twice the registers.
constexpr int kResident = 2, kResidentComplex = 1;

}  // namespace krylov
}  // namespace cupy
