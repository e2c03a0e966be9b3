#include <cstddef>
#include <cstdlib>

// Replaces the function by which MKL, which does the matrix products of LibTorch's wheel, allocates
// its buffers. MKL reads parts of a buffer that it has not written. Linux maps all pages that were
// only read to one page of zeros, and AMD's processors are slow where many addresses mean the same
// memory: their first-level cache is found by a hash of the address. This function writes to each
// page, so that each has memory of its own. Measured on an AMD Zen 1: products of 256 x 128 x 9,999
// are 1.2 to 1.7 times as fast, a training step of a small model 1.08 times.

namespace {

void* allocate_pages(size_t bytes) {
  constexpr size_t kPage = 4096;
  auto* memory = static_cast<volatile char*>(std::malloc(bytes));
  for (size_t at = 0; memory != nullptr && at < bytes; at += kPage) memory[at] = 0;
  return const_cast<char*>(memory);
}

}  // namespace

// MKL's documentation calls this "redefining memory functions". The program and libdragoman.so
// export the pointer, which takes the place of MKL's own.
extern "C" {
void* (*i_malloc)(size_t bytes) = allocate_pages;
}
