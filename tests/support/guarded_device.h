#pragma once

#include <torch/types.h>

#include <cstdint>
#include <map>
#include <string>

namespace dragoman {

/// A device that simulates a GPU on a machine without one. The CPU cannot read its memory: its
/// addresses are invalid, so that a read or write ends the program. Only LibTorch's operations can
/// use its tensors, and backward passes run in their own thread. In the end the CPU computes each
/// operation. The device replaces MTIA, which LibTorch's builds for CPUs and GPUs declare but do
/// not implement.
torch::Device guarded_device();

/// Records the use of the device by all threads, while it lives.
class DeviceTrace {
 public:
  DeviceTrace();
  ~DeviceTrace();
  DeviceTrace(const DeviceTrace&) = delete;
  DeviceTrace& operator=(const DeviceTrace&) = delete;

  /// Number of times that the host waited for the device: copies from it, and operations whose
  /// result's shape or value the host must know.
  int64_t waits() const;
  /// Number of copies to the device from memory that is not pinned; the host waits for these, too.
  int64_t unpinned_copies() const;
  /// Number of calls of each operation, such as "aten::mm".
  std::map<std::string, int64_t> operations() const;
};

}  // namespace dragoman
