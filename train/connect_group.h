#pragma once

#ifdef DRAGOMAN_WITH_C10D
#include <chrono>
#include <functional>
#include <future>
#include <thread>
#include <utility>

#include "model_folder/other_process_failed.h"
#include "train/meeting_point.h"

namespace dragoman {

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

}  // namespace dragoman

#endif
