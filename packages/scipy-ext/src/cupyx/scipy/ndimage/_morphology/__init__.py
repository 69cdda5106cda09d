"""Erosion, dilation and what is made of them."""
