#include <map>
#include <optional>
#include <utility>

#include "alone.h"
#include "catch.h"
#include "emulated_gpu.h"
#include "guarded_device.h"
#include "io/random.h"
#include "model/compute_path.h"
#include "model/device.h"
#include "small_models.h"
#include "test_device.h"
#include "train/adam.h"
#include "train/batch_tensors.h"
#include "train/part_gradients.h"
#include "train/shard_sum.h"
#include "train/trained_tensors.h"
#include "train/update_numbers.h"

namespace dragoman {
namespace {

constexpr int64_t kUpdates = 10;

/// What computes: our kernels, LibTorch's operations on the CPU or on a simulated device,
/// operations with the kernels for GPUs, emulated on the CPU, or the GPU that DRAGOMAN_TEST_DEVICE
/// names.
enum class Path { kKernels, kOperations, kDevice, kGpuKernels, kGpu };

/// Those to compare with our kernels. LibTorch allows one device at a time.
std::map<Path, std::string> others() {
  if (test_device() != "cpu") return {{Path::kGpu, test_device()}};
  return {{Path::kOperations, "operations on the CPU"},
          {Path::kDevice, "operations on a device"},
          {Path::kGpuKernels, "kernels for GPUs"}};
}

struct Setup {
  ModelSettings model;
  TrainSettings train;
};

/// A translator whose attention kernels can compute.
Setup plain_setup() {
  Setup setup{small_settings(), {}};
  setup.model.encoder_layers = setup.model.decoder_layers = 2;
  setup.model.width = 32;
  setup.model.heads = 2;
  setup.train.parts = 2;
  // Gradients that are zero but for rounding, as those of keys' biases, are to move no weights.
  setup.train.epsilon = 1e-4;
  return setup;
}

/// Setups that, together, have every setting of the model and of its training.
const std::map<std::string, void (*)(Setup&)> kSetups{
    {"plain", [](Setup&) {}},
    {"dropout", [](Setup& it) { it.model.dropout = 0.2; }},
    {"dropout of weights",
     [](Setup& it) {
       it.model.dropout = 0.2;
       it.model.attention_dropout = 0.1;
       it.model.feed_forward_dropout = 0.3;
     }},
    {"dropout of the inner layer alone", [](Setup& it) { it.model.feed_forward_dropout = 0.3; }},
    {"pre-norm, gelu, learned positions, no sharing, bias",
     [](Setup& it) {
       it.model.norm = NormPosition::kPre;
       it.model.activation = Activation::kGelu;
       it.model.positions = Positions::kLearned;
       it.model.shared_embeddings = SharedEmbeddings::kNone;
       it.model.output_bias = true;
       it.model.dropout = 0.1;
     }},
    {"silu, embeddings of the target shared and not scaled, uneven depths",
     [](Setup& it) {
       it.model.activation = Activation::kSilu;
       it.model.shared_embeddings = SharedEmbeddings::kTarget;
       it.model.scale_embeddings = false;
       it.model.decoder_layers = 1;
       it.model.feed_forward_dropout = 0.2;
     }},
    {"heads too narrow for kernels", [](Setup& it) { it.model.heads = 8; }},
    {"language model",
     [](Setup& it) {
       it.model.architecture = Architecture::kLanguageModel;
       it.model.norm = NormPosition::kPre;
       it.model.dropout = 0.1;
     }},
    {"guided",
     [](Setup& it) {
       it.model.alignment_heads = 1;
       it.model.dropout = 0.1;
     }},
    {"guided at the following step",
     [](Setup& it) {
       it.model.alignment_heads = 2;
       it.model.alignment_layer = 1;
       it.model.alignment_step = AlignmentStep::kFollowing;
     }},
    {"R-Drop",
     [](Setup& it) {
       it.model.dropout = 0.2;
       it.train.r_drop = 5;
     }},
    {"no smoothing, AdamW, decay, clipping, average",
     [](Setup& it) {
       it.train.label_smoothing = 0;
       it.train.optimizer = OptimizerType::kAdamW;
       it.train.weight_decay = 0.1;
       it.train.clip_norm = 0.5;
       it.train.moving_average = 0.9;
     }},
    {"Adam with decay, some weights frozen, padded batches",
     [](Setup& it) {
       it.train.weight_decay = 0.1;
       it.train.freeze = {"encoder_layer_0.*"};
       it.train.batches = TrainBatches::kPadded;
       it.model.dropout = 0.1;
     }},
    {"exchange in bf16", [](Setup& it) { it.train.exchange = TrainPrecision::kBf16; }},
};

Setup setup_of(const std::string& name) {
  Setup setup = plain_setup();
  kSetups.at(name)(setup);
  return setup;
}

/// Pairs of unlike lengths, some with links; of a language model, texts.
UpdateParts some_update(bool has_source) {
  const VocabularySizes sizes{11, 11};
  const std::vector<std::vector<Example>> parts{
      {{{1, 2, 3, 0}, {4, 5, 0}, -1, {{0, 1}, {2, 1}, {1, 0}}},
       {{6, 0}, {7, 8, 9, 0}},
       {{6, 7, 0}, {8, 0}, -1, {{0, 0}, {1, 0}}}},
      {{{5, 0}, {2, 3, 0}, -1, {{0, 0}, {0, 1}}}, {{1, 9, 8, 7, 0}, {6, 0}}}};
  UpdateParts update;
  update.num_parts = static_cast<int64_t>(parts.size());
  for (std::vector<Example> examples : parts) {
    for (Example& example : examples)
      if (!has_source) example = {{}, example.target, example.before};
    const Batch batch = make_batch(examples, pad_ids(sizes));
    const auto number = static_cast<int64_t>(update.parts.size());
    update.parts.push_back({number, {batch}, batch.target_tokens});
  }
  return update;
}

/// A training of some updates, of which all that counts is kept, on the CPU.
class Training {
 public:
  Training(const Setup& setup, Path path) : setup_(setup) {
    if (path == Path::kOperations || path == Path::kGpuKernels) operations_only_.emplace();
    if (path == Path::kGpuKernels) gpu_kernels_.emplace(gpu_);
    initialize_weights(*model_, 5);
    randomize_vectors();
    model_->train();
    if (path == Path::kDevice) model_->to(guarded_device());
    if (path == Path::kGpu) model_->to(parse_device(test_device()));
    tensors_.emplace(*model_, setup.train, alone());
    replicas_.emplace(model_, tensors_->trained(), tensors_->shards().buckets(), 1, meters_);
  }

  /// One update, by the steps that the Trainer makes.
  void update() {
    const UpdateParts update = some_update(!setup_.model.is_language_model());
    GradientSums sums(tensors_->shards().buckets(), update, tensors_->format());
    const DeviceLosses losses =
        compute_gradients(*replicas_, update, setup_.train, derive_key(7, number_), sums);
    const torch::Tensor gradient = ShardSum(*tensors_, sums, alone()).result();
    numbers = UpdateNumbers::read(losses, squares_of_blocks(gradient));
    double squares = 0;
    for (const double some : numbers.squares) squares += some;
    const double scale = 1.0 / 16, norm = scale * std::sqrt(squares);
    tensors_->update(++number_, gradient, 5e-3, scale * clip_scale(norm, setup_.train.clip_norm));
    last_gradient = gradient;
  }

  /// All weights, or their moving average, on the CPU.
  NamedTensors weights() {
    NamedTensors all;
    for (const auto& [name, weight] : tensors_->kept())
      all.emplace_back(name, weight.detach().cpu().clone());
    return all;
  }

  UpdateNumbers numbers;  // of the last update, as its gradient
  torch::Tensor last_gradient;

 private:
  /// Norms and biases, too, lest one that is left out is not seen.
  void randomize_vectors() {
    torch::NoGradGuard no_grad;
    torch::manual_seed(6);
    for (torch::Tensor& parameter : model_->parameters())
      if (parameter.dim() == 1) parameter.add_(torch::randn_like(parameter), 0.1);
  }

  Setup setup_;
  std::optional<OperationsOnly> operations_only_;
  EmulatedGpu gpu_;
  std::optional<KernelsForCpu> gpu_kernels_;
  Transformer model_{setup_.model, VocabularySizes{11, 11}};
  Meters meters_;
  std::optional<TrainedTensors> tensors_;
  std::optional<Replicas> replicas_;
  int64_t number_ = 0;
};

double relative_difference(const torch::Tensor& a, const torch::Tensor& b) {
  return ((a - b).norm() / b.norm().clamp_min(1e-3)).item<double>();
}

void check_losses(const UpdateNumbers& found, const UpdateNumbers& expected, double tolerance) {
  REQUIRE(found.losses.size() == expected.losses.size());
  for (size_t i = 0; i < found.losses.size(); ++i) {
    CHECK(found.losses[i].loss == Approx(expected.losses[i].loss).epsilon(tolerance));
    CHECK(found.losses[i].alignment ==
          Approx(expected.losses[i].alignment).epsilon(tolerance).margin(1e-6));
    CHECK(found.losses[i].target_tokens == expected.losses[i].target_tokens);
    CHECK(found.losses[i].linked_tokens == expected.losses[i].linked_tokens);
  }
}

}  // namespace

TEST_CASE("operations and kernels for GPUs train as ours for CPUs do: every setting") {
  for (const auto& [name, change] : kSetups) {
    const Setup setup = setup_of(name);
    Training ours(setup, Path::kKernels);
    std::vector<UpdateNumbers> expected;
    torch::Tensor gradient;  // of the first update
    for (int64_t n = 0; n < kUpdates; ++n) {
      ours.update();
      expected.push_back(ours.numbers);
      if (n == 0) gradient = ours.last_gradient.clone();
    }
    const NamedTensors weights = ours.weights();
    for (const auto& [path, name_of_path] : others()) {
      INFO(name << ", " << name_of_path);
      Training theirs(setup, path);
      const int64_t updates = path == Path::kGpuKernels ? 2 : kUpdates;  // emulation is slow
      for (int64_t n = 0; n < updates; ++n) {
        theirs.update();
        check_losses(theirs.numbers, expected[static_cast<size_t>(n)], n == 0 ? 1e-5 : 1e-3);
        if (n == 0) CHECK(relative_difference(theirs.last_gradient.cpu(), gradient) < 1e-4);
      }
      if (updates < kUpdates) continue;
      const NamedTensors found = theirs.weights();
      REQUIRE(found.size() == weights.size());
      for (size_t i = 0; i < found.size(); ++i) {
        INFO(found[i].first);
        CHECK(relative_difference(found[i].second, weights[i].second) < 2e-3);
      }
    }
  }
}

TEST_CASE("in bf16 operations and kernels for GPUs train as ours for CPUs do, but for rounding") {
  Setup setup = setup_of(GENERATE(as<std::string>{}, "dropout", "guided", "R-Drop",
                                  "silu, embeddings of the target shared and not scaled, uneven "
                                  "depths"));
  const auto first_update = [&](Path path, TrainPrecision precision) {
    setup.train.precision = precision;
    Training training(setup, path);
    training.update();
    return std::pair(training.numbers, training.last_gradient.cpu().clone());
  };
  const auto exact = first_update(Path::kKernels, TrainPrecision::kFp32),
             ours = first_update(Path::kKernels, TrainPrecision::kBf16);
  CHECK(relative_difference(ours.second, exact.second) < 0.1);
  for (const auto& [path, name_of_path] : others()) {
    INFO(name_of_path);
    const auto theirs = first_update(path, TrainPrecision::kBf16);
    check_losses(theirs.first, ours.first, 0.02);
    const double rounding = relative_difference(theirs.second, exact.second);
    CHECK(rounding > 1e-3);
    CHECK(rounding < 0.1);
  }
}

TEST_CASE("an update waits for its device once, to read the loss and the gradient's norm") {
  for (const auto& [name, change] : kSetups) {
    INFO(name);
    Training training(setup_of(name), Path::kDevice);
    training.update();
    const DeviceTrace trace;
    training.update();
    CHECK(trace.waits() == 1);
    CHECK(trace.unpinned_copies() == 0);
    CHECK(trace.operations().count("aten::mm") + trace.operations().count("aten::addmm") > 0);
  }
}

}  // namespace dragoman
