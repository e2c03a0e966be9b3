#pragma once

#include <cstddef>

namespace dragoman {

// The allocator of the process: TCMalloc if the program is linked with it, else glibc's.

/// Returns the pages of freed memory to the system. Otherwise the allocator keeps them for reuse.
void release_freed_memory();

/// Limits the freed memory that all threads together keep in their own caches; 32 MB if never
/// called. Only TCMalloc supports it.
void limit_thread_caches(size_t bytes);

}  // namespace dragoman
