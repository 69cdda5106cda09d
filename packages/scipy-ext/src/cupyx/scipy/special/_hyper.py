"""Hypergeometric functions."""
from cupyx.scipy.special._common import family

__all__ = [
    "hyp0f1",
]

special = family("hyper.hpp")

hyp0f1 = special("hyp0f1", "v z", "ff fF dd dD", "hyp0f1(in0, R(in1))", "Confluent hypergeometric limit function 0F1.",
                 "0.5, 1.0", "3.762196")
