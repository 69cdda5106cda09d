"""What operations are, as data: nothing here runs or compiles anything."""
