#include "train/gloo_group.h"

#ifdef DRAGOMAN_WITH_C10D
#include <c10/util/Flags.h>
#include <net/if.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <utility>

#include "train/connect_group.h"

C10_DECLARE_int(caffe2_log_level);

namespace dragoman {
namespace {

std::vector<std::string> interfaces_of(const ProcessPlace& place) {
  std::vector<std::string> names;
  std::istringstream list(place.interfaces);
  for (std::string name; std::getline(list, name, ',');) names.push_back(name);
  return names;
}

std::vector<std::shared_ptr<gloo::transport::Device>> network_devices(const ProcessPlace& place,
                                                                      const std::string& address) {
  if (place.interfaces.empty()) return {c10d::ProcessGroupGloo::createDeviceForHostname(address)};
  std::vector<std::shared_ptr<gloo::transport::Device>> devices;
  for (const std::string& name : interfaces_of(place))
    devices.push_back(c10d::ProcessGroupGloo::createDeviceForInterface(name));
  return devices;
}

ProcessGroup connect_all(const ProcessPlace& place, const MeetingPoint& meeting,
                         std::chrono::milliseconds time) {
  const std::string address = meeting.own_address();
  // A connection of its own: while Gloo waits in the store, the meeting point reads it.
  const MeetingPoint::Store store = meeting.store()->clone();
  try {
    auto options = c10d::ProcessGroupGloo::Options::create(time);
    options->devices = network_devices(place, address);
    options->threads = 1;  // for collectives, of which there are none
    return c10::make_intrusive<c10d::ProcessGroupGloo>(
        c10::make_intrusive<c10d::PrefixStore>("gloo", store), place.rank, place.size,
        std::move(options));
  } catch (const std::exception& error) {
    throw std::runtime_error(process_of(place) + " at " +
                             (place.interfaces.empty() ? address : place.interfaces) +
                             " could not be connected to all others (" + first_sentence(error) +
                             "): their machines must reach each other at all ports; "
                             "GLOO_SOCKET_IFNAME chooses the network");
  }
}

}  // namespace

std::string first_sentence(const std::exception& error) {
  const std::string text = error.what();
  const size_t begin = text.starts_with('[') ? text.find("] ") : std::string::npos;
  const size_t from = begin == std::string::npos ? 0 : begin + 2;
  const size_t end = std::min(text.find('\n', from), text.find(". ", from));
  return text.substr(from, end == std::string::npos ? end : end - from);
}

void keep_c10d_quiet() {
  constexpr int kFatal = 3;
  if (std::getenv("TORCH_CPP_LOG_LEVEL") == nullptr) FLAGS_caffe2_log_level = kFatal;
}

void check_interfaces(const ProcessPlace& place) {
  for (const std::string& name : interfaces_of(place)) {
    if (::if_nametoindex(name.c_str()) != 0) continue;
    throw std::runtime_error(process_of(place) + " has no network interface '" + name +
                             "': GLOO_SOCKET_IFNAME must name those of its machine");
  }
}

ProcessGroup connect_by_gloo(const ProcessPlace& place,
                             const std::shared_ptr<MeetingPoint>& meeting,
                             std::chrono::milliseconds time) {
  return connect_unless_others_fail<ProcessGroup>(
      place, *meeting, [place, meeting, time] { return connect_all(place, *meeting, time); });
}

}  // namespace dragoman

#endif
