#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace dragoman {

/// Allocates memory for vector registers and large pages. Blocks of 1 MiB or more begin at a page
/// of 2 MiB, and the system is asked for pages of that size: it clears them faster than many small
/// ones.
template <class T>
struct AlignedAllocator {
  using value_type = T;

  AlignedAllocator() = default;
  template <class Other>
  explicit AlignedAllocator(const AlignedAllocator<Other>&) {}

  T* allocate(size_t count) {
    const size_t bytes = count * sizeof(T);
    void* memory = ::operator new(bytes, alignment(bytes));
    const size_t large_pages = (bytes + kLargePage / 2) / kLargePage;  // rounded
    if (large_pages > 0) madvise(memory, large_pages * kLargePage, MADV_HUGEPAGE);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, size_t count) {
    ::operator delete(memory, alignment(count * sizeof(T)));
  }
  bool operator==(const AlignedAllocator&) const { return true; }

 private:
  static constexpr size_t kCacheLine = 64, kLargePage = size_t{2} << 20U;
  static std::align_val_t alignment(size_t bytes) {
    return std::align_val_t(bytes >= kLargePage / 2 ? kLargePage : kCacheLine);
  }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

/// Aligned memory without initialisation, for numbers that are written before they are read.
template <class T>
struct AlignedDelete {
  void operator()(T* memory) const { AlignedAllocator<T>().deallocate(memory, count); }
  size_t count = 0;
};
template <class T>
using UninitializedArray = std::unique_ptr<T[], AlignedDelete<T>>;

template <class T>
UninitializedArray<T> uninitialized(size_t count) {
  static_assert(std::is_trivial_v<T>);
  return {AlignedAllocator<T>().allocate(count), AlignedDelete<T>{count}};
}

}  // namespace dragoman
