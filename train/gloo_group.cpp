#include "train/gloo_group.h"

#ifdef DRAGOMAN_WITH_C10D
#include <algorithm>
#include <stdexcept>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <utility>

namespace dragoman {
namespace {

std::vector<std::shared_ptr<gloo::transport::Device>> network_devices(const std::string& interfaces,
                                                                      const std::string& address) {
  if (interfaces.empty()) return {c10d::ProcessGroupGloo::createDeviceForHostname(address)};
  std::vector<std::shared_ptr<gloo::transport::Device>> devices;
  for (size_t begin = 0; begin <= interfaces.size();) {
    const size_t end = std::min(interfaces.find(',', begin), interfaces.size());
    devices.push_back(
        c10d::ProcessGroupGloo::createDeviceForInterface(interfaces.substr(begin, end - begin)));
    begin = end + 1;
  }
  return devices;
}

}  // namespace

std::string first_sentence(const std::exception& error) {
  const std::string text = error.what();
  const size_t begin = text.starts_with('[') ? text.find("] ") : std::string::npos;
  const size_t from = begin == std::string::npos ? 0 : begin + 2;
  const size_t end = std::min(text.find('\n', from), text.find(". ", from));
  return text.substr(from, end == std::string::npos ? end : end - from);
}

ProcessGroup connect_by_gloo(const ProcessPlace& place, const MeetingPoint& meeting,
                             std::chrono::milliseconds time) {
  const std::string address = meeting.own_address();
  try {
    auto options = c10d::ProcessGroupGloo::Options::create(time);
    options->devices = network_devices(place.interfaces, address);
    options->threads = 1;  // for collectives, of which there are none
    return c10::make_intrusive<c10d::ProcessGroupGloo>(
        c10::make_intrusive<c10d::PrefixStore>("gloo", meeting.store()), place.rank, place.size,
        std::move(options));
  } catch (const std::exception& error) {
    throw std::runtime_error(process_of(place) + " at " +
                             (place.interfaces.empty() ? address : place.interfaces) +
                             " could not be connected to all others (" + first_sentence(error) +
                             "): their machines must reach each other at all ports; "
                             "GLOO_SOCKET_IFNAME chooses the network");
  }
}

}  // namespace dragoman

#endif
