// Ends a header that began with toolkit_begin.hpp.
