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

#include "train/deadline.h"
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
    group_ = c10::make_intrusive<c10d::ProcessGroupNCCL>(
        c10::make_intrusive<c10d::PrefixStore>("nccl", meeting.store()), place.rank, place.size,
        std::move(options));
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

}  // namespace

std::string name_for_nccl(const torch::Device& device) {
  const char* wanted = std::getenv("DRAGOMAN_NCCL");
  if (!device.is_cuda() || (wanted != nullptr && std::string_view(wanted) == "0")) return "";
  const auto& id = at::cuda::getDeviceProperties(device.index())->uuid;
  return {id.bytes, sizeof id.bytes};
}

std::unique_ptr<GpuGroup> connect_by_nccl(const ProcessPlace& place, const MeetingPoint& meeting,
                                          const torch::Device&) {
  stop_watchdog();
  return std::make_unique<NcclGroup>(place, meeting);
}

#else

std::string name_for_nccl(const torch::Device&) { return ""; }

std::unique_ptr<GpuGroup> connect_by_nccl(const ProcessPlace&, const MeetingPoint&,
                                          const torch::Device&) {
  throw std::logic_error("no process has a name for NCCL in this build");
}

#endif

}  // namespace dragoman

#endif
