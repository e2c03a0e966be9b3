#include "io/allocator.h"

#include <malloc.h>

// TCMalloc's, of <gperftools/malloc_extension_c.h>. Weak: libdragoman.so leaves the allocator to
// the program that loads it, and sanitizers bring their own.
extern "C" [[gnu::weak]] void MallocExtension_ReleaseFreeMemory();
extern "C" [[gnu::weak]] int MallocExtension_SetNumericProperty(const char* name, size_t value);

namespace dragoman {

void release_freed_memory() {
  if (MallocExtension_ReleaseFreeMemory) {
    MallocExtension_ReleaseFreeMemory();
  } else {
    malloc_trim(0);
  }
}

void limit_thread_caches(size_t bytes) {
  if (MallocExtension_SetNumericProperty)
    MallocExtension_SetNumericProperty("tcmalloc.max_total_thread_cache_bytes", bytes);
}

}  // namespace dragoman
