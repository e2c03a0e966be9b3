#pragma once

#include <torch/types.h>

#include <cstdint>
#include <map>
#include <string>

namespace dragoman {

/// A device that stands for a GPU on a machine without one: its memory cannot be read by the CPU
/// (addresses are no such of memory, so that a read or write ends the program), its tensors are
/// reached by LibTorch's operations alone, and backward passes run in a thread of its own. Each
/// operation is computed by the CPU in the end. It takes the place of MTIA, a device that
/// LibTorch's builds for CPUs and GPUs know but do not have.
torch::Device guarded_device();

/// What was asked of the device while one lives, by all threads.
class DeviceTrace {
 public:
  DeviceTrace();
  ~DeviceTrace();
  DeviceTrace(const DeviceTrace&) = delete;
  DeviceTrace& operator=(const DeviceTrace&) = delete;

  /// Times that the host waited for the device: copies from it, and operations whose result's shape
  /// or value the host has to know.
  int64_t waits() const;
  /// Copies to the device from memory that is not pinned, for which it waits, too.
  int64_t unpinned_copies() const;
  /// How often each operation ran, as "aten::mm".
  std::map<std::string, int64_t> operations() const;
};

}  // namespace dragoman
