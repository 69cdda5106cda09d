"""Routines that read, write and make indices; the engine is ``_core.indexing``."""
