#include "train/nccl_group.h"

#ifdef DRAGOMAN_WITH_C10D
#include <cstdlib>
#include <stdexcept>
#include <thread>

#ifdef DRAGOMAN_WITH_NCCL
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>
#endif

namespace dragoman {

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
  NcclGroup(const ProcessPlace& place, const MeetingPoint& meeting, const torch::Device& device,
            std::chrono::milliseconds time)
      : device_(device) {
    auto options = c10d::ProcessGroupNCCL::Options::create();
    options->timeout = time;
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

  void transfer(const std::vector<Message>& sent, const std::vector<Message>& received,
                std::chrono::steady_clock::time_point until) override {
    const c10::DeviceGuard current(device_);
    const auto work = start(sent, received);
    if (!work) return;  // nothing to send or to receive
    // Ends when the GPU has computed what is sent, and has transferred it.
    while (!work->isCompleted()) {
      if (std::chrono::steady_clock::now() > until)
        throw std::runtime_error("the other GPUs did not answer in time");
      std::this_thread::sleep_for(kBetweenLooks);
    }
    if (const std::exception_ptr error = work->exception()) std::rethrow_exception(error);
    work->synchronize();
  }

 private:
  static constexpr std::chrono::microseconds kBetweenLooks{20};

  /// Starts all messages at once, as NCCL requires; one after the other would wait for each other.
  c10::intrusive_ptr<c10d::Work> start(const std::vector<Message>& sent,
                                       const std::vector<Message>& received) {
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

  torch::Device device_;
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
                                          const torch::Device& device,
                                          std::chrono::milliseconds time) {
  stop_watchdog();
  return std::make_unique<NcclGroup>(place, meeting, device, time);
}

#else

std::string name_for_nccl(const torch::Device&) { return ""; }

std::unique_ptr<GpuGroup> connect_by_nccl(const ProcessPlace&, const MeetingPoint&,
                                          const torch::Device&, std::chrono::milliseconds) {
  throw std::logic_error("no process has a name for NCCL in this build");
}

#endif

}  // namespace dragoman

#endif
