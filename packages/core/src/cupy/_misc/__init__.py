"""Questions about arrays and types, and helpers that other routines share."""
