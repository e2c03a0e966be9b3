#include "train/store.h"

#ifdef DRAGOMAN_WITH_C10D
#include <future>
#include <stdexcept>
#include <thread>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>
#include <utility>

#include "train/network.h"
#include "train/pauses.h"
#include "train/wait_report.h"

namespace dragoman {
namespace {

/// Waits before c10d's client connects: it would fill stderr with warnings.
void wait_for_listener(const ProcessPlace& place, const JoinOptions& options) {
  const auto until = std::chrono::steady_clock::now() + options.to_join;
  WaitReport report(options);
  Pauses pauses;
  std::string reason = reason_for_no_connection(place.address, place.port);
  while (!reason.empty()) {
    if (std::chrono::steady_clock::now() >= until) {
      throw std::runtime_error(process_of(place) + " could not reach process 0 at " +
                               meeting_address(place) + " within " +
                               seconds_as_text(options.to_join) + " (" + reason +
                               "): is process 0 started, and MASTER_ADDR the name of its machine?");
    }
    report.write_if_due([&] {
      return "process " + std::to_string(place.rank) + " waits for process 0 at " +
             meeting_address(place) + " (" + reason + ")";
    });
    pauses.sleep();
    reason = reason_for_no_connection(place.address, place.port);
  }
}

/// Connects c10d's client. What accepts the connection may never answer: process 0 is stopped, or
/// another program has the port.
MeetingPoint::Store connect_client(const ProcessPlace& place, const JoinOptions& joining,
                                   const c10d::TCPStoreOptions& options) {
  std::packaged_task<MeetingPoint::Store()> task([address = place.address, options] {
    return c10::make_intrusive<c10d::TCPStore>(address, options);
  });
  std::future<MeetingPoint::Store> store = task.get_future();
  std::thread(std::move(task)).detach();
  if (store.wait_for(joining.to_report) != std::future_status::ready) {
    joining.log->info(
        "process {} waits for process 0 to answer at {}: does it run, and is the port its own?",
        place.rank, meeting_address(place));
  }
  return store.get();
}

}  // namespace

MeetingPoint::Store open_store(const ProcessPlace& place, const JoinOptions& joining) {
  c10d::TCPStoreOptions options;
  options.port = static_cast<uint16_t>(place.port);
  options.isServer = place.rank == 0 && !place.agent_has_store;
  options.waitWorkers = false;  // meet() names the missing processes
  options.timeout = joining.to_join;
  if (!options.isServer) {
    wait_for_listener(place, joining);
    return connect_client(place, joining, options);
  }
  options.masterListenFd =
      place.listening_socket >= 0 ? place.listening_socket : listen_at(place.port);
  return c10::make_intrusive<c10d::TCPStore>(place.address, options);
}

}  // namespace dragoman

#endif
