// Whether freed memory goes back to the operating system at once. For programs that take and free
// the same megabytes again and again; others leave it as it is.
#pragma once

namespace rata {

/// From now on malloc() keeps freed blocks of up to 32 MiB for the next request. Getting them back
/// from the system means that each page is zeroed again, by one thread.
void keep_freed_memory();

} // namespace rata
