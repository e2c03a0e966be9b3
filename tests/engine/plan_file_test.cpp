#include "engine/plan_file.h"

#include <cmath>
#include <fstream>
#include <sstream>

#include "architecture/weights_file.h"
#include "catch.h"
#include "engine/engine_model.h"
#include "io/atomic_file.h"
#include "random_weights.h"
#include "temporary_folder.h"

namespace dragoman {
namespace {

constexpr VocabularySizes kSizes{141, 141};

Plan pack_int8(const ModelSettings& settings, const VocabularySizes& sizes,
               const Kernels& kernels = chosen_kernels()) {
  return pack_plan(settings, sizes, source_of(random_weights(settings, sizes)), NumberFormat::kInt8,
                   kernels);
}

void write_int8(const std::string& path, const ModelSettings& settings,
                const VocabularySizes& sizes) {
  write_plan(path, settings, sizes, pack_int8(settings, sizes), {{"update", "7"}});
}

/// The chosen kernels, with strips of another width.
struct OtherStrips {
  explicit OtherStrips(int64_t strip) : products(chosen_kernels().products) {
    products.strip = strip;
  }

  ProductKernels products;
  Kernels kernels{"other", products, chosen_kernels().rows, chosen_kernels().decoding,
                  chosen_kernels().training};
};

/// A file in the memory of this process.
struct InMemory {
  uintptr_t begin = 0, end = 0;
  size_t resident_kb = 0;
};

InMemory find_in_memory(const std::string& path) {
  InMemory found;
  std::ifstream smaps("/proc/self/smaps");
  std::string line;
  while (std::getline(smaps, line) && !line.ends_with(path)) {
  }
  char dash = 0;
  std::istringstream(line) >> std::hex >> found.begin >> dash >> found.end;
  while (std::getline(smaps, line) && !line.starts_with("Rss:")) {
  }
  std::istringstream(line.substr(line.find(':') + 1)) >> found.resident_kb;
  return found;
}

/// Log-probabilities of all tokens after some, for two sentences, or texts of a language model.
std::vector<float> distributions(Plan plan, const Kernels& kernels) {
  EngineModel model(std::move(plan), kernels);
  const int64_t pad = kSizes.target - 1;
  const SourceBatch source{.rows = 2, .length = 3, .ids = {5, 6, 7, 8, pad, pad}};
  const auto state = model.start(model.encode(source));
  std::vector<float> all;
  const std::vector<int32_t> parents{0, 1};
  for (const int32_t token : {static_cast<int32_t>(pad), 3, 11}) {
    const NextTokens& next = model.step(*state, std::vector<int32_t>{token, token}, parents,
                                        {.num_best = 1, .log_probabilities = true});
    all.insert(all.end(), next.all_log_probabilities.begin(), next.all_log_probabilities.end());
  }
  return all;
}

}  // namespace

TEST_CASE("a packed file computes what its weights do in int8, with every set of kernels") {
  ModelSettings settings = small_settings();
  settings.width = GENERATE(16, 36);  // heads of 4 and 9 numbers: less than a vector
  settings.norm = GENERATE(NormPosition::kPost, NormPosition::kPre);
  settings.positions = GENERATE(Positions::kSinusoidal, Positions::kLearned);
  settings.shared_embeddings =
      GENERATE(SharedEmbeddings::kAll, SharedEmbeddings::kTarget, SharedEmbeddings::kNone);
  settings.output_bias = settings.norm == NormPosition::kPre;
  settings.architecture = GENERATE(Architecture::kTranslator, Architecture::kLanguageModel);
  const TemporaryFolder folder;
  write_int8(folder / "packed", settings, kSizes);
  for (const Kernels* kernels : available_kernels()) {
    INFO(kernels->name);
    CHECK(distributions(read_plan(folder / "packed", settings, kSizes, *kernels), *kernels) ==
          distributions(pack_int8(settings, kSizes, *kernels), *kernels));
  }
}

TEST_CASE("a packed file is the same, whatever strips of columns the kernels like") {
  const ModelSettings settings = small_settings();
  const TemporaryFolder folder;
  for (const int64_t strip : {64, 16}) {
    const OtherStrips other(strip);
    write_plan(folder / std::to_string(strip), settings, kSizes,
               pack_int8(settings, kSizes, other.kernels), {});
  }
  CHECK(read_file(folder / "64") == read_file(folder / "16"));
}

TEST_CASE("layers in other strips of columns have the same weights") {
  const PackedLinear layer = pack_int8(small_settings(), kSizes).output;
  const PackedLinear wide = layer.in_strips_of(64), back = wide.in_strips_of(16);
  std::vector<float> row(layer.inputs()), wide_row(layer.inputs());
  for (const int64_t output : {0, 17, 63, 64, 139}) {
    layer.read_weights(output, row.data());
    wide.read_weights(output, wide_row.data());
    CHECK(row == wide_row);
  }
  CHECK(std::equal(back.weights().words.begin(), back.weights().words.end(),
                   layer.in_strips_of(16).weights().words.begin()));
}

TEST_CASE("a packed file is less than half as large, and keeps what was said of its weights") {
  ModelSettings settings = small_settings();
  settings.width = 64;
  settings.feed_forward = 256;
  const VocabularySizes sizes{2000, 2000};
  const TemporaryFolder folder;
  write_weights(folder / "trained", random_weights(settings, sizes), {});
  write_int8(folder / "packed", settings, sizes);
  CHECK(static_cast<double>(read_file(folder / "packed").size()) <
        0.4 * static_cast<double>(read_file(folder / "trained").size()));
  CHECK(SafetensorsFile(folder / "packed").metadata().at("update") == "7");
}

TEST_CASE("the weights of a packed file are in memory once: in the mapped file, or copied") {
  ModelSettings settings = small_settings();
  settings.width = 64;
  settings.feed_forward = 1024;
  const VocabularySizes sizes{20000, 20000};
  const TemporaryFolder folder;
  write_int8(folder / "packed", settings, sizes);
  const size_t file_kb = read_file(folder / "packed").size() / 1024;
  for (const int64_t strip : {16, 64}) {
    const OtherStrips other(strip);
    const Plan plan = read_plan(folder / "packed", settings, sizes, other.kernels);
    const InMemory file = find_in_memory(folder / "packed");
    const auto weights = reinterpret_cast<uintptr_t>(plan.output.weights().words.data());
    REQUIRE(file.begin < file.end);
    CHECK((file.begin <= weights && weights < file.end) == (strip == 16));
    if (strip == 64) CHECK(file.resident_kb < file_kb / 2);
  }
}

TEST_CASE("files that are not a packed model of these settings are refused") {
  const ModelSettings settings = small_settings();
  const TemporaryFolder folder;
  const auto read = [&](const std::string& name, const ModelSettings& wanted) {
    return read_plan(folder / name, wanted, kSizes, chosen_kernels());
  };
  write_int8(folder / "packed", settings, kSizes);
  ModelSettings deeper = settings, wider = settings;
  deeper.decoder_layers = 4;
  wider.feed_forward = 25;
  CHECK_THROWS_WITH(read("packed", deeper), ContainsSubstring("has no tensor 'decoder_layer_3."));
  CHECK_THROWS_WITH(read("packed", wider), ContainsSubstring("it is not of this model"));
  deeper.decoder_layers = 2;
  CHECK_THROWS_WITH(read("packed", deeper), ContainsSubstring("tensors, but the model has"));
  write_weights(folder / "trained", random_weights(settings, kSizes), {});
  CHECK_THROWS_WITH(read("trained", settings), ContainsSubstring("is not packed"));
  CHECK_THROWS_WITH(WeightsFile(folder / "packed"), ContainsSubstring("is packed for int8"));
  write_safetensors(folder / "other", SafetensorsFile(folder / "packed").tensors(),
                    {{kPackedKey, "int8 in strips of 32 columns"}});
  CHECK_THROWS_WITH(read("other", settings),
                    ContainsSubstring("strips of 32") && ContainsSubstring("pack the trained"));
  std::string bytes = read_file(folder / "packed");
  bytes[bytes.size() / 2] ^= 1;
  write_file_atomically(folder / "altered", bytes);
  CHECK_THROWS_WITH(read("altered", settings), ContainsSubstring("checksum does not match"));
  write_file_atomically(folder / "short", bytes.substr(0, bytes.size() / 2));
  CHECK_THROWS_WITH(read("short", settings), ContainsSubstring("cut short"));
}

TEST_CASE(
    "numbers of a packed file that are NaN or infinite are refused, but not forbidden tokens") {
  const ModelSettings settings = small_settings();
  const TemporaryFolder folder;
  write_int8(folder / "packed", settings, kSizes);
  const SafetensorsFile packed(folder / "packed");
  const auto read_with = [&](const std::string& name, float number) {
    std::vector<TensorView> tensors = packed.tensors();
    std::vector<float> numbers;
    for (TensorView& tensor : tensors) {
      if (tensor.name != name) continue;
      const auto* const first = static_cast<const float*>(tensor.data);
      numbers.assign(first, first + tensor.num_bytes / sizeof(float));
      numbers[2] = number;
      tensor.data = numbers.data();
    }
    REQUIRE_FALSE(numbers.empty());
    write_safetensors(folder / "changed", tensors, {{kPackedKey, kPackedLayout}});
    return read_plan(folder / "changed", settings, kSizes, chosen_kernels());
  };
  const std::string layer = "decoder_layer_0.feed_forward.inner";
  const std::string names[] = {"output.scale", "output.bias", layer + ".scale", layer + ".bias"};
  for (const std::string& name : names) {
    for (const float number : {NAN, HUGE_VALF})
      CHECK_THROWS_WITH(read_with(name, number), ContainsSubstring("'" + name + "' has NaN"));
  }
  CHECK_THROWS_WITH(read_with(layer + ".bias", -HUGE_VALF), ContainsSubstring("has NaN"));
  CHECK_NOTHROW(read_with("output.bias", -HUGE_VALF));
}

}  // namespace dragoman
