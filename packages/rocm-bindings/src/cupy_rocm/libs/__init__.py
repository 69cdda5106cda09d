"""AMD's libraries as they are: handles, plans, routines."""
