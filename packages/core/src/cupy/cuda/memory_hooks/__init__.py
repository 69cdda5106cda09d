"""Memory hooks that are ready to use."""
from cupy.cuda.memory_hooks.debug_print import DebugPrintHook
from cupy.cuda.memory_hooks.line_profile import LineProfileHook

__all__ = ["DebugPrintHook", "LineProfileHook"]
