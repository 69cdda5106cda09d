"""Services of the backend contract on AMD's libraries, one file a protocol of cupy."""
