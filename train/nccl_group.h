#pragma once

#ifdef DRAGOMAN_WITH_C10D
#include <chrono>
#include <memory>
#include <vector>

#include "train/gloo_group.h"

namespace dragoman {

/// Transfers between the GPUs of processes.
class GpuGroup {
 public:
  virtual ~GpuGroup() = default;
  /// Sends and receives all messages, which lie on this process's GPU, and waits for their end.
  /// Throws std::exception after an error, and if they have not ended at the time `until`.
  virtual void transfer(const std::vector<Message>& sent, const std::vector<Message>& received,
                        std::chrono::steady_clock::time_point until) = 0;
};

/// Returns a name that identifies this process's GPU among those of all processes, if NCCL can
/// reach it. Returns "" for another device, without NCCL in LibTorch, and with DRAGOMAN_NCCL=0 in
/// the environment.
std::string name_for_nccl(const torch::Device& device);

/// Connects the GPUs of all processes by NCCL, on first use. The names of all are different.
std::unique_ptr<GpuGroup> connect_by_nccl(const ProcessPlace& place, const MeetingPoint& meeting,
                                          const torch::Device& device,
                                          std::chrono::milliseconds time);

}  // namespace dragoman

#endif
