"""Mathematical routines, a family a file."""
