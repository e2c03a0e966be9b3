#pragma once

#ifdef DRAGOMAN_WITH_C10D
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <thread>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <utility>

#include "model_folder/other_process_failed.h"
#include "train/meeting_point.h"

namespace dragoman {

using ProcessGroup = c10::intrusive_ptr<c10d::Backend>;

/// Stops c10d from writing stack traces to stderr for a broken connection: our error has one line.
/// The user gets them by setting TORCH_CPP_LOG_LEVEL.
void keep_c10d_quiet();

/// Throws std::runtime_error for a network interface that this machine lacks.
void check_interfaces(const ProcessPlace& place);

/// Returns the result of `connect`, which runs in a thread and owns all that it uses: it may wait
/// for a process that has failed. Throws OtherProcessFailed if a process notes why it failed.
template <class Group>
Group connect_unless_others_fail(const ProcessPlace& place, MeetingPoint& meeting,
                                 std::function<Group()> connect) {
  std::packaged_task<Group()> task(std::move(connect));
  std::future<Group> group = task.get_future();
  std::thread(std::move(task)).detach();
  while (group.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready) {
    const std::string failure = meeting.failure_within(std::chrono::milliseconds(0));
    if (!failure.empty())
      throw OtherProcessFailed(process_of(place) + " cannot be connected: " + failure);
  }
  return group.get();
}

/// Connects the processes by Gloo, within `time`, unless another one notes why it failed: Gloo
/// would wait for it, and this throws OtherProcessFailed. Throws std::runtime_error, with one line.
ProcessGroup connect_by_gloo(const ProcessPlace& place,
                             const std::shared_ptr<MeetingPoint>& meeting,
                             std::chrono::milliseconds time);

/// Returns the first sentence of c10d's error, without its place in the source.
std::string first_sentence(const std::exception& error);

}  // namespace dragoman

#endif
