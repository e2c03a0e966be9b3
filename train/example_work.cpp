#include "train/example_work.h"

#include "architecture/weight_list.h"

namespace dragoman {
namespace {

/// Multiplications for each token of a side.
struct TokenWork {
  int64_t source = 0;
  int64_t target = 0;
};

bool reads_source(const std::string& name) {
  return name.starts_with("encoder_") ||
         name.find("cross_attention.key_value") != std::string::npos;
}

TokenWork work_with_weights(const ModelSettings& settings, const VocabularySizes& sizes) {
  TokenWork work{.target = settings.width * sizes.target};  // the output layer
  for (const auto& [name, shape] : list_weights(settings, sizes)) {
    const bool is_of_layer = name.find("_layer_") != std::string::npos;
    if (is_of_layer && shape.size() == 2)
      (reads_source(name) ? work.source : work.target) += shape[0] * shape[1];
  }
  return work;
}

}  // namespace

ExampleWork example_work(const ModelSettings& settings, const VocabularySizes& sizes) {
  const TokenWork of_token = work_with_weights(settings, sizes);
  const int64_t of_pair = 2 * settings.width;  // of a query and a key, in one layer
  return [=](PairLength length) {
    const int64_t source = length.source, target = length.target;
    const int64_t encoder_pairs = settings.encoder_layers * source * source,
                  decoder_pairs = settings.decoder_layers * target * (source + target / 2);
    return source * of_token.source + target * of_token.target +
           of_pair * (encoder_pairs + decoder_pairs);
  };
}

}  // namespace dragoman
