#include "alignment/pair_inference.h"

#include <algorithm>

namespace dragoman {
namespace {

/// Probability of a word given a word that it never occurred with.
constexpr float kUnseenPair = 1e-5F;
/// Probabilities of a word that the model does not know, given any word and given the null word.
/// Such words are aligned by their neighbours.
constexpr float kUnknownWord = 1e-4F;
constexpr float kUnknownNull = 1e-5F;

void load_nulls(std::span<const int32_t> words, const std::vector<float>& probabilities,
                std::vector<float>& nulls) {
  nulls.resize(words.size());
  std::transform(words.begin(), words.end(), nulls.begin(), [&](int32_t id) {
    return id < 0 ? kUnknownNull : probabilities[static_cast<size_t>(id)];
  });
}

}  // namespace

void PairInference::load(const WordPair& pair) {
  forward_emissions_.words.resize(pair.target.size(), pair.source.size());
  backward_emissions_.words.resize(pair.source.size(), pair.target.size());
  load_nulls(pair.target, parameters_.forward.nulls, forward_emissions_.nulls);
  load_nulls(pair.source, parameters_.backward.nulls, backward_emissions_.nulls);
  slots_.resize(pair.source.size() * pair.target.size());
  for (size_t i = 0; i < pair.source.size(); ++i) load_words(pair, i);
}

void PairInference::load_words(const WordPair& pair, size_t i) {
  const int32_t source = pair.source[i];
  int64_t* slots = slots_.data() + i * pair.target.size();
  float* backward = backward_emissions_.words.row(i);
  for (size_t j = 0; j < pair.target.size(); ++j) {
    const int32_t target = pair.target[j];
    const bool is_known = source >= 0 && target >= 0;
    slots[j] = is_known ? parameters_.table.find(source, target) : WordTable::kNone;
    WordTranslation found{target, target < 0 ? kUnknownWord : kUnseenPair,
                          source < 0 ? kUnknownWord : kUnseenPair};
    if (slots[j] >= 0) found = parameters_.table.at(static_cast<size_t>(slots[j]));
    forward_emissions_.words.row(j)[i] = std::max(found.forward, kUnseenPair);
    backward[j] = std::max(found.backward, kUnseenPair);
  }
}

void PairInference::infer_model1() {
  forward_.infer_model1(forward_emissions_, parameters_.forward.null_probability);
  backward_.infer_model1(backward_emissions_, parameters_.backward.null_probability);
}

void PairInference::infer_hmm() {
  forward_.infer_hmm(forward_emissions_, parameters_.forward.null_probability,
                     parameters_.forward.jumps);
  backward_.infer_hmm(backward_emissions_, parameters_.backward.null_probability,
                      parameters_.backward.jumps);
}

void PairInference::count_jumps(std::span<double> forward, std::span<double> backward) {
  forward_.count_jumps(forward_emissions_, forward);
  backward_.count_jumps(backward_emissions_, backward);
}

}  // namespace dragoman
