"""NVIDIA's libraries behind the protocols of core; one file a protocol."""
