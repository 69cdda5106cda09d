"""Hypergeometric functions."""
from cupyx.scipy.special._common import family

__all__ = [
    "hyp0f1", "hyp1f1", "hyp2f1", "hyperu",
]

special = family("hyper.hpp")

hyp0f1 = special("hyp0f1", "v z", "ff fF dd dD", "hyp0f1(in0, R(in1))", "Confluent hypergeometric limit function 0F1.",
                 "0.5, 1.0", "3.762196")
hyp1f1 = special("hyp1f1", "a b x", "fff ffF ddd ddD", "hyp1f1_of(in0, in1, R(in2))",
                 "Confluent hypergeometric function 1F1.", "0.5, 1.5, 1.0", "1.462652")
hyp2f1 = special("hyp2f1", "a b c z", "dddd dddD ffff fffF", "hyp2f1_of(in0, in1, in2, R(in3))",
                 "Gauss's hypergeometric function 2F1.", "0.5, 1.0, 1.5, 0.5", "1.24645")
hyperu = special("hyperu", "a b x", "fff ddd", "hyperu_of(in0, in1, in2)",
                 "Confluent hypergeometric function U of Tricomi.", "0.5, 1.5, 1.0", "1.0")
