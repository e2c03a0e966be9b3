#include "train/nccl_group.h"

#ifdef DRAGOMAN_WITH_C10D
#include <c10/core/DeviceGuard.h>

#include <cstdlib>
#include <stdexcept>
#include <thread>

#ifdef DRAGOMAN_WITH_NCCL
#include <torch/utils.h>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>

#include "train/connect_group.h"
#include "train/deadline.h"
#include "train/gloo_group.h"
#endif

namespace dragoman {
namespace {

using std::chrono::milliseconds;

/// Waits until the GPU has computed what is sent, and has transferred it. Returns false if that
/// takes longer than `time`. Throws std::exception after an error.
bool ends_within(milliseconds time, c10d::Work& work) {
  constexpr std::chrono::microseconds kBetweenLooks{20};
  const auto until = std::chrono::steady_clock::now() + time;
  while (!work.isCompleted()) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(kBetweenLooks);
  }
  if (const std::exception_ptr error = work.exception()) std::rethrow_exception(error);
  work.synchronize();
  return true;
}

}  // namespace

bool GpuGroup::transfer(const std::vector<Message>& sent, const std::vector<Message>& received,
                        size_t of_group, milliseconds time, const Exchange::Arrived& arrived) {
  const c10::DeviceGuard current(received.front().bytes.device());
  std::vector<c10::intrusive_ptr<c10d::Work>> works;
  for (size_t first = 0; first < received.size(); first += of_group)
    works.push_back(start(std::span(sent).subspan(first, of_group),
                          std::span(received).subspan(first, of_group)));
  for (size_t i = 0; i < received.size(); ++i) {
    const auto& work = works[i / of_group];
    if (i % of_group == 0 && work && !ends_within(time, *work)) return false;
    arrived(i);
  }
  return true;
}

#ifdef DRAGOMAN_WITH_NCCL
namespace {

/// c10d's own watchdog would end the whole process after an error, without a line that says why.
/// The variables keep the values that the user set.
void stop_watchdog() {
  for (const char* name : {"TORCH_NCCL_ASYNC_ERROR_HANDLING", "TORCH_NCCL_ENABLE_MONITORING",
                           "TORCH_NCCL_RETHROW_CUDA_ERRORS"})
    ::setenv(name, "0", /*overwrite=*/0);
}

class NcclGroup : public GpuGroup {
 public:
  NcclGroup(const ProcessPlace& place, const MeetingPoint& meeting) {
    auto options = c10d::ProcessGroupNCCL::Options::create();
    options->timeout = std::chrono::hours(24);  // of all groups of transfer(), which has its own
    // A connection of its own: while NCCL waits in the store, the meeting point reads it.
    group_ = c10::make_intrusive<c10d::ProcessGroupNCCL>(
        c10::make_intrusive<c10d::PrefixStore>("nccl", meeting.store()->clone()), place.rank,
        place.size, std::move(options));
  }
  ~NcclGroup() override {
    try {
      group_->abort();  // an orderly end would wait for the others
    } catch (const std::exception&) {
    }
  }

 private:
  /// Starts all messages at once, as NCCL requires; one after the other would wait for each other.
  c10::intrusive_ptr<c10d::Work> start(std::span<const Message> sent,
                                       std::span<const Message> received) override {
    group_->startCoalescing();
    for (const Message& message : received) {
      std::vector<torch::Tensor> tensors = {message.bytes};
      if (message.bytes.numel() > 0) group_->recv(tensors, message.rank, /*tag=*/0);
    }
    for (const Message& message : sent) {
      std::vector<torch::Tensor> tensors = {message.bytes};
      if (message.bytes.numel() > 0) group_->send(tensors, message.rank, /*tag=*/0);
    }
    return group_->endCoalescing();
  }

  c10::intrusive_ptr<c10d::ProcessGroupNCCL> group_;
};

/// Sends a byte from each process to each, because NCCL connects on first use. Returns nullptr if
/// the others do not answer in time.
std::shared_ptr<GpuGroup> connect_and_use(const ProcessPlace& place, const MeetingPoint& meeting,
                                          const torch::Device& device, milliseconds time) {
  auto group = std::make_shared<NcclGroup>(place, meeting);
  const auto byte = torch::TensorOptions(torch::kByte).device(device);
  std::vector<Message> sent, received;
  for (int rank = 0; rank < place.size; ++rank) {
    if (rank == place.rank) continue;
    sent.push_back({rank, torch::zeros({1}, byte)});
    received.push_back({rank, torch::zeros({1}, byte)});
  }
  return group->transfer(sent, received, sent.size(), time, [](size_t) {}) ? group : nullptr;
}

}  // namespace

std::string name_for_nccl(const torch::Device& device) {
  const char* wanted = std::getenv("DRAGOMAN_NCCL");
  if (!device.is_cuda() || (wanted != nullptr && std::string_view(wanted) == "0")) return "";
  const auto& id = at::cuda::getDeviceProperties(device.index())->uuid;
  return {id.bytes, sizeof id.bytes};
}

std::shared_ptr<GpuGroup> connect_by_nccl(const ProcessPlace& place,
                                          const std::shared_ptr<MeetingPoint>& meeting,
                                          const torch::Device& device, milliseconds time) {
  using Group = std::shared_ptr<GpuGroup>;
  stop_watchdog();
  return connect_unless_others_fail<Group>(place, *meeting, [place, meeting, device, time] {
    try {
      const auto group = result_within<Group>(
          time, [=] { return connect_and_use(place, *meeting, device, time); });
      if (group && *group) return *group;
      throw std::runtime_error("not all answered within " + seconds_as_text(time));
    } catch (const std::exception& error) {
      throw std::runtime_error(process_of(place) +
                               " could not be connected to all others by NCCL (" +
                               first_sentence(error) + "): " + kWithoutNccl);
    }
  });
}

#else

std::string name_for_nccl(const torch::Device&) { return ""; }

std::shared_ptr<GpuGroup> connect_by_nccl(const ProcessPlace&, const std::shared_ptr<MeetingPoint>&,
                                          const torch::Device&, milliseconds) {
  throw std::logic_error("no process has a name for NCCL in this build");
}

#endif

}  // namespace dragoman

#endif
