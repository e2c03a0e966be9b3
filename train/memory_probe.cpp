#include "train/memory_probe.h"

#include <c10/core/CachingDeviceAllocator.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>

#include "io/allocator.h"
#include "io/random.h"
#include "train/batch_tensors.h"
#include "train/meters.h"
#include "train/part_tree.h"

namespace dragoman {
namespace {

/// Links each target token but the last, the end of sentence, to the source token at its position.
std::vector<AlignmentLink> made_up_links(int64_t length) {
  std::vector<AlignmentLink> links;
  for (int32_t i = 0; i + 1 < static_cast<int32_t>(length); ++i) links.push_back({i, i});
  return links;
}

/// Returns a batch of random pairs, `length` tokens a side.
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
    examples.push_back({.source = side(sizes.source),
                        .target = side(sizes.target),
                        .links = made_up_links(length)});
  return make_batch(examples, pad_ids(sizes));
}

/// Returns a field of /proc/self/status (there in kB), in GB.
double status_gb(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kilobytes = 0;
    if (word == name + ":" && status >> kilobytes) return kilobytes * 1024 / 1e9;
  }
  return peak_memory_gb();
}

/// Resets the peak of memory. Returns freed memory to the system first, so that it does not count.
/// If the kernel does not allow the reset, earlier peaks still count.
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

double gigabytes_of(const NamedTensors& tensors) {
  double bytes = 0;
  for (const auto& [name, tensor] : tensors) bytes += static_cast<double>(tensor.nbytes());
  return bytes / 1e9;
}

}  // namespace

MemoryProbe::MemoryProbe(const Transformer& model, const TrainedTensors& tensors, int replicas,
                         int64_t max_length, ComputeGradients compute_gradients)
    : model_(model),
      tensors_(tensors),
      replicas_(replicas),
      max_length_(max_length),
      compute_gradients_(std::move(compute_gradients)) {
  forget_peak(model_->device());
  floor_gb_ = device_peak_gb(model_->device());
}

/// Returns an update of sentences of `share` times the greatest length.
UpdateParts MemoryProbe::made_up_update(int64_t part_tokens, int64_t num_parts,
                                        double share) const {
  const auto length = std::max<int64_t>(2, std::llround(share * static_cast<double>(max_length_)));
  UpdateParts update{.position = {}, .num_parts = num_parts, .parts = {}};
  for (int64_t number = 0; number < num_parts; ++number) {
    const Batch batch =
        made_up_batch(std::max<int64_t>(1, part_tokens / length), length, model_->sizes());
    update.parts.push_back({number, {batch}, batch.target_tokens});
  }
  return update;
}

double MemoryProbe::peak_gb(int64_t update_tokens, int64_t parts) {
  forget_peak(model_->device());
  const int64_t tried = std::min<int64_t>(parts, 2 * replicas_);
  // The longest sentences take most memory. Batches of other shapes between them fragment the heap,
  // as in training.
  for (const double share : {1.0, 0.3, 0.05, 0.7, 0.15, 1.0, 0.5, 0.1, 0.85, 0.4, 0.02, 1.0}) {
    const UpdateParts update = made_up_update(update_tokens / parts, tried, share);
    GradientSums sums(tensors_.shards().buckets(), update, tensors_.format());
    compute_gradients_(update, sums);
  }
  const double more_levels = root_of(parts).level - root_of(tried).level;
  return device_peak_gb(model_->device()) + more_levels * gigabytes_of(tensors_.trained());
}

void keep_memory_within(double limit_gb) {
  constexpr double kFull = 0.9;
  if (status_gb("VmRSS") > kFull * limit_gb) release_freed_memory();
}

}  // namespace dragoman
