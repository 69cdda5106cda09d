"""Streams, events and times between them."""
from functools import partial

from cupy._environment import private_names
from cupy._runtime.event import Event, get_elapsed_time
from cupy._runtime.stream import BaseStream, ExternalStream, Stream, get_current_stream

__all__ = ["BaseStream", "Event", "ExternalStream", "Stream", "get_current_stream", "get_elapsed_time"]

__getattr__ = partial(private_names.find, __name__)

