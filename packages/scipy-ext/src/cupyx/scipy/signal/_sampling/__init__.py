"""Changes of the sampling rate, signals of formulas, and filters that look at neighbourhoods."""
