"""Arrays to and from files."""
