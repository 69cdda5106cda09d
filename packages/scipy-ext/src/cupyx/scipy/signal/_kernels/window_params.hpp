// What makes a window: its kind, its length, and the numbers of its formula.
#pragma once

namespace cupy {
namespace signal {

constexpr int kWindowTerms = 64;

// `size` is the length of the symmetric window, whose first `count` samples are made.  `angle` + `step` n is the angle
// of sums of cosines, whose `terms` weights are `weights`; p and q are the parameters of others.
struct Window {
    double *out;
    long long count;
    double size, angle = 0, step = 0, p = 0, q = 0;
    int kind, terms = 0;
    double weights[kWindowTerms];
};

}  // namespace signal
}  // namespace cupy
