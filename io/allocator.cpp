#include "io/allocator.h"

#include <malloc.h>

// TCMalloc's, from <gperftools/malloc_extension_c.h>. A weak symbol, because libdragoman.so leaves
// the choice of allocator to the program, and sanitizers have their own.
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
