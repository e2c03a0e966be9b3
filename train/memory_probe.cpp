#include "train/memory_probe.h"

#include <c10/core/CachingDeviceAllocator.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>

#include "io/allocator.h"
#include "io/random.h"
#include "model/tensors_file.h"
#include "train/batch_tensors.h"
#include "train/meters.h"

namespace dragoman {
namespace {

/// Rows of two random sides of `length` tokens each.
Batch made_up_batch(int64_t rows, int64_t length, const VocabularySizes& sizes) {
  RandomSequence random(1);
  const auto side = [&](int64_t vocabulary) {
    TokenIds ids(static_cast<size_t>(length));
    for (int32_t& id : ids)
      id = static_cast<int32_t>(random.below(static_cast<uint64_t>(vocabulary - 1)));
    return ids;
  };
  std::vector<Example> examples;
  for (int64_t row = 0; row < rows; ++row)
    examples.push_back({side(sizes.source), side(sizes.target)});
  return make_batch(examples, pad_ids(sizes));
}

/// A number of kB in /proc/self/status, in GB.
double status_gb(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kilobytes = 0;
    if (word == name + ":" && status >> kilobytes) return kilobytes * 1024 / 1e9;
  }
  return peak_memory_gb();
}

/// From here on the peak counts anew. What was freed goes back to the system, so as not to count as
/// taken; where the kernel does not allow the rest, peaks of the past go on counting.
void forget_peak(const torch::Device& device) {
  if (!device.is_cpu()) {
    c10::getDeviceAllocator(device.type())->emptyCache();
    c10::getDeviceAllocator(device.type())->resetPeakStats(device.index());
    return;
  }
  release_freed_memory();
  std::ofstream("/proc/self/clear_refs") << "5";
}

double device_peak_gb(const torch::Device& device) {
  if (device.is_cpu()) return status_gb("VmHWM");
  const auto stats = c10::getDeviceAllocator(device.type())->getDeviceStats(device.index());
  const auto all = static_cast<size_t>(c10::CachingAllocator::StatType::AGGREGATE);
  return static_cast<double>(stats.reserved_bytes[all].peak) / 1e9;
}

}  // namespace

MemoryProbe::MemoryProbe(Transformer model, ComputeGradients compute_gradients, int64_t parts,
                         int64_t max_length)
    : model_(std::move(model)),
      compute_gradients_(std::move(compute_gradients)),
      parts_(parts),
      max_length_(max_length) {
  forget_peak(model_->device());
  floor_gb_ = device_peak_gb(model_->device());
}

MemoryProbe::~MemoryProbe() {
  for (const auto& [name, weight] : named_weights(*model_)) weight.mutable_grad() = torch::Tensor();
}

double MemoryProbe::peak_gb(int64_t batch_tokens) {
  forget_peak(model_->device());
  // The longest sentences take most; batches of other shapes between them leave holes in the heap,
  // as they do in training.
  for (const double share : {1.0, 0.3, 0.05, 0.7, 0.15, 1.0, 0.5, 0.1, 0.85, 0.4, 0.02, 1.0}) {
    const auto length =
        std::max<int64_t>(2, std::llround(share * static_cast<double>(max_length_)));
    const int64_t rows = std::max<int64_t>(1, batch_tokens / length);
    std::vector<Batch> parts;
    for (int64_t i = 0; i < std::min(parts_, rows); ++i)
      parts.push_back(made_up_batch((rows + i) / parts_, length, model_->sizes()));
    compute_gradients_(parts, rows * length);
  }
  return device_peak_gb(model_->device());
}

void keep_memory_within(double limit_gb) {
  constexpr double kFull = 0.9;
  if (status_gb("VmRSS") > kFull * limit_gb) release_freed_memory();
}

}  // namespace dragoman
