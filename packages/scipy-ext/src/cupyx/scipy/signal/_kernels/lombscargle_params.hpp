// What a periodogram of uneven samples is given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace signal {

struct LombScargle {
    const double *x, *y, *weights;     // `length` of each; weights sum to one
    const double *freqs;
    const double *total;               // the weighted sum of y
    void *out;                         // double, or complex<double> for amplitudes
    long long count, length;
    int floating_mean, amplitude;
};

}  // namespace signal
}  // namespace cupy
