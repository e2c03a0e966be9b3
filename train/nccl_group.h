#pragma once

#ifdef DRAGOMAN_WITH_C10D
#include <chrono>
#include <memory>
#include <span>
#include <torch/csrc/distributed/c10d/Work.hpp>
#include <vector>

#include "train/exchange.h"
#include "train/meeting_point.h"

namespace dragoman {

/// Transfers between the GPUs of processes.
class GpuGroup {
 public:
  virtual ~GpuGroup() = default;
  /// Sends and receives messages, which lie on this process's GPU, in groups of `of_group` messages
  /// in each direction; group g of all processes is one transfer. Starts all groups, waits for one
  /// after another, at most `time` for each, and calls arrived(i) as Exchange::transfer() does.
  /// Returns false if a group takes longer. Throws std::exception after an error.
  bool transfer(const std::vector<Message>& sent, const std::vector<Message>& received,
                size_t of_group, std::chrono::milliseconds time, const Exchange::Arrived& arrived);

 private:
  /// Starts a group, which is transferred after those that were started before. Returns nullptr if
  /// all messages are empty.
  virtual c10::intrusive_ptr<c10d::Work> start(std::span<const Message> sent,
                                               std::span<const Message> received) = 0;
};

/// Advice for those whom NCCL fails.
inline constexpr const char* kWithoutNccl = "DRAGOMAN_NCCL=0 chooses Gloo";

/// Returns a name that identifies this process's GPU among those of all processes, if NCCL can
/// reach it. Returns "" for another device, without NCCL in LibTorch, and with DRAGOMAN_NCCL=0 in
/// the environment.
std::string name_for_nccl(const torch::Device& device);

/// Connects the GPUs of all processes by NCCL, within `time`, unless another process notes why it
/// failed: then this throws OtherProcessFailed. The names of all GPUs are different. Throws
/// std::runtime_error, with one line.
std::shared_ptr<GpuGroup> connect_by_nccl(const ProcessPlace& place,
                                          const std::shared_ptr<MeetingPoint>& meeting,
                                          const torch::Device& device,
                                          std::chrono::milliseconds time);

}  // namespace dragoman

#endif
