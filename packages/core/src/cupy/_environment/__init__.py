"""What this library runs on, and what it remembers."""
