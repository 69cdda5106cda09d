"""Streams, events and times between them."""
from cupy._runtime.event import Event, get_elapsed_time
from cupy._runtime.stream import BaseStream, ExternalStream, Stream, get_current_stream

__all__ = ["BaseStream", "Event", "ExternalStream", "Stream", "get_current_stream", "get_elapsed_time"]

