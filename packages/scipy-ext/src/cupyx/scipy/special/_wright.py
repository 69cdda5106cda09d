"""Wright's generalized Bessel function."""
from cupyx.scipy.special._common import family

__all__ = [
    "log_wright_bessel", "wright_bessel",
]

special = family("wright.hpp")

wright_bessel = special("wright_bessel", "a b x", "fff ddd", "wright_bessel_of(in0, in1, in2, false)",
                        "Wright's generalized Bessel function.", "1.0, 1.0, 2.0", "4.252351")
log_wright_bessel = special("log_wright_bessel", "a b x", "fff ddd", "wright_bessel_of(in0, in1, in2, true)",
                            "Logarithm of `wright_bessel`, for results beyond the largest number.", "1.0, 1.0, 2.0",
                            "1.447472")
