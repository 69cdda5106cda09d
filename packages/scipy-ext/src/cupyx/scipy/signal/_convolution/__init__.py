"""Convolution and correlation."""
