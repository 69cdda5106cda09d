"""Labels, and what is measured of labelled regions."""
