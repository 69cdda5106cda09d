"""Routines that change the shape of arrays, put them together and take them apart."""
