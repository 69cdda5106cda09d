// astype_f_linear
#include "device/elementwise.hpp"

namespace cupy {
namespace {

template <class in0_type, class out0_type>
struct body_0 : elementwise<1, in0_type, out0_type> {
    CUPY_DEVICE void operator()(int64 i, in0_type in0, out0_type &b0) const {
        out0_type out0;
        { out0 = cast<out0_type>(in0); }
        b0 = cast<out0_type>(out0);
    }
};

}  // namespace

CUPY_ELEMENTWISE_FLAT(astype_f_f_o_flat, (body_0<float, bool>))
CUPY_ELEMENTWISE_STRIDED(astype_f_f_o_strided, (body_0<float, bool>))
CUPY_ELEMENTWISE_FLAT(astype_f_f_b_flat, (body_0<float, int8>))
CUPY_ELEMENTWISE_STRIDED(astype_f_f_b_strided, (body_0<float, int8>))
CUPY_ELEMENTWISE_FLAT(astype_f_f_B_flat, (body_0<float, uint8>))
CUPY_ELEMENTWISE_STRIDED(astype_f_f_B_strided, (body_0<float, uint8>))
CUPY_ELEMENTWISE_FLAT(astype_f_f_i_flat, (body_0<float, int32>))
CUPY_ELEMENTWISE_STRIDED(astype_f_f_i_strided, (body_0<float, int32>))
CUPY_ELEMENTWISE_FLAT(astype_f_f_l_flat, (body_0<float, int64>))
CUPY_ELEMENTWISE_STRIDED(astype_f_f_l_strided, (body_0<float, int64>))
CUPY_ELEMENTWISE_FLAT(astype_f_f_e_flat, (body_0<float, float16>))
CUPY_ELEMENTWISE_STRIDED(astype_f_f_e_strided, (body_0<float, float16>))
CUPY_ELEMENTWISE_FLAT(astype_f_f_d_flat, (body_0<float, double>))
CUPY_ELEMENTWISE_STRIDED(astype_f_f_d_strided, (body_0<float, double>))
CUPY_ELEMENTWISE_FLAT(astype_f_f_F_flat, (body_0<float, complex<float>>))
CUPY_ELEMENTWISE_STRIDED(astype_f_f_F_strided, (body_0<float, complex<float>>))
CUPY_ELEMENTWISE_FLAT(astype_f_f_D_flat, (body_0<float, complex<double>>))
CUPY_ELEMENTWISE_STRIDED(astype_f_f_D_strided, (body_0<float, complex<double>>))

}  // namespace cupy
