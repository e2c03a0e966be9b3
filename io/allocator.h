#pragma once

#include <cstddef>

namespace dragoman {

// The allocator of the process: TCMalloc in a program that is linked with it, and else glibc's.

/// Gives the pages of memory that was freed back to the system; they are otherwise kept for what is
/// allocated next.
void release_freed_memory();

/// How much freed memory all threads may keep, together, each for itself; 32 MB if never called.
/// Only TCMalloc listens.
void limit_thread_caches(size_t bytes);

}  // namespace dragoman
