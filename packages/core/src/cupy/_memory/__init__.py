"""Device and pinned memory: pools, hooks, and transfers through pinned buffers."""
