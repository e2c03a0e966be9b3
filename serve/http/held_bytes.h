#pragma once

#include <atomic>
#include <cstddef>

namespace dragoman {

/// Counts the bytes of a message that is held in memory in `total`, which must outlive this object.
class HeldBytes {
 public:
  explicit HeldBytes(std::atomic<size_t>& total) : total_(total) {}
  ~HeldBytes() { total_ -= size_; }
  HeldBytes(const HeldBytes&) = delete;
  HeldBytes& operator=(const HeldBytes&) = delete;

  size_t size() const { return size_; }
  /// Returns the bytes of all messages, with these.
  size_t add(size_t size) {
    size_ += size;
    return total_ += size;
  }

 private:
  std::atomic<size_t>& total_;
  size_t size_ = 0;
};

}  // namespace dragoman
