#include <filesystem>

#include "emulated_gpu.h"
#include "guarded_device.h"
#include "model/compute_path.h"
#include "model/language_model_stepper.h"
#include "model/linear.h"
#include "model/tensor_products.h"
#include "several_processes.h"
#include "small_models.h"
#include "small_runs.h"
#include "train/autocast.h"
#include "train/part_gradients.h"
#include "train/trained_tensors.h"

namespace dragoman {
namespace {

/// A run of some updates on a device; gives the losses of its reports.
std::vector<double> run_on(const torch::Device& device, const TrainingData& data,
                           const std::string& run, const TrainSettings& settings) {
  Transformer model = small_model(data);
  model->to(torch::kCPU);  // also from a GPU
  model->to(device);
  Trainer trainer = trainer_of(model, data, run, settings);
  trainer.resume(/*force=*/true);
  CHECK(trainer.run() == 0);
  std::vector<double> losses;
  std::vector<std::string> rows = read_lines(run + "/train.tsv");
  for (size_t i = 1; i < rows.size(); ++i) {
    const size_t begin = rows[i].find('\t', rows[i].find('\t') + 1) + 1;
    losses.push_back(std::stod(rows[i].substr(begin)));
  }
  return losses;
}

/// The distribution after each of two steps with two hypotheses a sentence.
std::vector<std::vector<float>> distributions(const Transformer& model, const SourceBatch& batch) {
  const auto stepper = make_stepper(model);
  const auto state = stepper->start(stepper->encode(batch));
  const int32_t start = stepper->start_token();
  const std::vector<int32_t> excluded{1};
  const StepRequest request{.num_best = 2,
                            .excluded = excluded,
                            .log_probabilities = true,
                            .attention = !model->settings().is_language_model()};
  std::vector<std::vector<float>> found;
  const auto keep = [&](const NextTokens& next) {
    found.push_back(next.all_log_probabilities);
    found.push_back(next.log_probabilities);
    found.emplace_back(next.tokens.begin(), next.tokens.end());
    found.push_back(next.attention);
  };
  keep(stepper->step(*state, std::vector{start, start}, std::vector{0, 1}, request));
  keep(stepper->step(*state, std::vector{3, 4, 5, 6}, std::vector{0, 0, 1, 1}, request));
  keep(stepper->step(*state, std::vector{7, 8}, std::vector{3, 2}, request));  // the second one's
  return found;
}

}  // namespace

TEST_CASE("a run on a device is a CPU's but for rounding, and goes on from its checkpoints") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(8);
  settings.report_every = 1;
  settings.moving_average = 0.9;
  const auto expected = run_on(torch::kCPU, data, folder / "cpu", settings),
             whole = run_on(guarded_device(), data, folder / "whole", settings);
  REQUIRE(expected.size() == 8);
  REQUIRE(whole.size() == 8);
  for (size_t i = 0; i < whole.size(); ++i) CHECK(whole[i] == Approx(expected[i]).epsilon(1e-3));
  settings.updates = 4;
  run_on(guarded_device(), data, folder / "parts", settings);
  settings.updates = 8;
  run_on(guarded_device(), data, folder / "parts", settings);
  check_same_weights(folder / "whole", folder / "parts");
  // From the CPU to the device.
  settings.updates = 4;
  run_on(torch::kCPU, data, folder / "moved", settings);
  settings.updates = 8;
  const auto moved = run_on(guarded_device(), data, folder / "moved", settings);
  REQUIRE(moved.size() == 8);
  for (size_t i = 0; i < moved.size(); ++i) CHECK(moved[i] == Approx(expected[i]).epsilon(1e-3));
}

TEST_CASE("processes that train on a device end with the bits of one") {
  if (!has_c10d()) return;
  const TemporaryFolder folder;
  DataSettings corpora;
  write_corpora(folder, corpora);
  TrainSettings settings = train_settings(5);
  settings.parts = 3;
  settings.clip_norm = 0.5;
  settings.moving_average = 0.9;
  settings.exchange = GENERATE(TrainPrecision::kFp32, TrainPrecision::kBf16);
  settings.precision = GENERATE(TrainPrecision::kFp32, TrainPrecision::kBf16);
  const int width = GENERATE(16, 176);  // 176: several buckets of gradients
  const auto train = [&](Exchange& exchange, const std::string& run) {
    const std::string own = run + (exchange.is_first() ? "" : std::to_string(exchange.rank()));
    std::filesystem::create_directories(folder / own);
    const TrainingData data = prepare_data(corpora, TokenizerType::kChar, folder / own, exchange);
    Transformer model = small_model(data, /*dropout=*/0.2, width);
    model->to(torch::kCPU);  // also from a GPU
    model->to(guarded_device());
    trainer_of(model, data, folder / own, settings, 1, exchange).run();
  };
  train(alone(), "one");
  run_well(2, [&](Exchange& exchange) { train(exchange, "two"); });
  check_same_run(folder / "one", folder / "two");
}

TEST_CASE("a pass in bf16 on a device rounds no weight before it has arrived") {
  TrainSettings settings = train_settings(1);
  settings.precision = TrainPrecision::kBf16;
  ModelSettings wide = small_settings();
  wide.width = 176;
  Transformer model = make_model(wide);
  model->to(guarded_device());
  const TrainedTensors tensors(*model, settings, alone());
  const FlatWeights& weights = tensors.flat();
  const std::vector<Bucket> buckets = Shards(weights, 0, /*processes=*/2).buckets();
  REQUIRE(buckets.size() > 1);
  Meters meters;
  Replicas replicas(model, tensors.trained(), buckets, 1, meters);
  bool all_are_new = true;
  replicas.await_weights([&](const torch::Tensor& weight) {
    if (weights.end_of(weight) == 0) return;  // sinusoidal positions
    for (const auto& [first, past, elements] : buckets)
      if (elements.begin < weights.end_of(weight))
        weights.all().narrow(0, elements.begin, elements.size()).fill_(1);
    all_are_new &=
        torch::equal(weight_in_bf16(weight).cpu(), torch::ones(weight.sizes(), torch::kBFloat16));
  });
  const std::vector<Example> examples{{{1, 2, 0}, {3, 4, 0}}};
  const Batch batch = make_batch(examples, pad_ids(model->sizes()));
  UpdateParts update;
  update.num_parts = 1;
  update.parts.push_back({0, {batch}, batch.target_tokens});
  GradientSums sums(buckets, update, tensors.format());
  compute_gradients(replicas, update, settings, /*dropout_key=*/1, sums);
  CHECK(all_are_new);
}

TEST_CASE("weights that are rounded to bf16 later in a pass leave those before as they were") {
  EmulatedGpu gpu;
  const KernelsForCpu kernels(gpu);
  const OperationsOnly operations_only;
  torch::nn::Linear first(16, 16), second(16, 16);
  const FlatWeights weights({{"first", first->weight}, {"second", second->weight}});
  const torch::Tensor input = torch::randn({3, 16}).to(torch::kBFloat16);
  const auto gradient = [&](std::vector<int64_t> ends) {
    const Bf16Weights copies(first->weight, std::move(ends), /*wanted=*/true);
    const Autocast autocast(/*enabled=*/true, torch::kCPU);
    const torch::Tensor x = input.clone().requires_grad_(), hidden = linear(first, x);
    weights.all().narrow(0, weights.begin_of(1), 16 * 16).fill_(0.5);
    return torch::autograd::grad({linear(second, hidden).sum()}, {x})[0];
  };
  const torch::Tensor by_bucket = gradient({weights.end_of(first->weight)});
  CHECK(torch::equal(by_bucket, gradient({})));
}

TEST_CASE("modules on a device translate as they do on the CPU") {
  ModelSettings settings = small_settings();
  settings.norm = GENERATE(NormPosition::kPost, NormPosition::kPre);
  settings.positions = GENERATE(Positions::kSinusoidal, Positions::kLearned);
  settings.activation = GENERATE(Activation::kRelu, Activation::kGelu, Activation::kSilu);
  settings.output_bias = GENERATE(false, true);
  settings.architecture = GENERATE(Architecture::kTranslator, Architecture::kLanguageModel);
  Transformer model = random_model(settings);
  SourceBatch batch{.rows = 2, .length = 4, .ids = {3, 4, 5, 0, 6, 0, 10, 10}};
  if (GENERATE(false, true)) batch.candidates = {{0, 1, 2, 6, 9}, {}};
  const auto expected = distributions(model, batch);
  const auto check = [&](const std::vector<std::vector<float>>& found) {
    for (size_t i = 0; i < found.size(); ++i) {
      REQUIRE(found[i].size() == expected[i].size());
      for (size_t j = 0; j < found[i].size(); ++j) {
        if (std::isfinite(expected[i][j])) {
          CHECK(found[i][j] == Approx(expected[i][j]).margin(1e-4));
        } else {
          CHECK(found[i][j] == expected[i][j]);
        }
      }
    }
  };
  {
    const OperationsOnly operations_only;
    check(distributions(model, batch));
  }
  model->to(guarded_device());
  check(distributions(model, batch));
}

TEST_CASE("a wait for the device is seen") {
  const torch::Tensor x = torch::arange(6, torch::kFloat32).to(guarded_device());
  CHECK(x.device() == guarded_device());
  const auto waits = [&](const auto& work) {
    const DeviceTrace trace;
    work();
    return trace.waits();
  };
  CHECK(waits([&] { (x * 2 + 1).sum(); }) == 0);
  CHECK(waits([&] { CHECK(x.sum().item<float>() == 15); }) == 1);
  CHECK(waits([&] { CHECK(torch::equal(x.cpu(), torch::arange(6, torch::kFloat32))); }) == 1);
  CHECK(waits([&] { (x > 2).nonzero(); }) == 1);
}

}  // namespace dragoman
