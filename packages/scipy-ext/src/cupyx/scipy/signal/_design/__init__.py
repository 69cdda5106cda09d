"""Design of filters, and conversions between their forms."""
