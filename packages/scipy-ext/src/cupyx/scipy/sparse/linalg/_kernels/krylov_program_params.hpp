// Steps that one launch takes again and again.
#pragma once

#include "krylov_params.hpp"

namespace cupy {
namespace krylov {

constexpr int kTogether = 1024;    // threads of a block
constexpr int kMostSteps = 8;

struct Program {
    void *arrivals;                // of blocks, where they wait for each other
    int count;                     // of the steps that there are
    int turns;                     // steps to take, unless the status ends them before
    Krylov steps[kMostSteps];      // of one state and one array of partials, with room for two steps
};

}  // namespace krylov
}  // namespace cupy
