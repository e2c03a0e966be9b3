#include "data/pair_encoder.h"

namespace dragoman {
namespace {

std::string amount(uint64_t count, const char* of_what) {
  return count == 0 ? "" : ", " + std::to_string(count) + of_what;
}

}  // namespace

PairCounts& PairCounts::operator+=(const PairCounts& other) {
  kept += other.kept;
  empty += other.empty;
  too_short += other.too_short;
  too_long += other.too_long;
  unlike += other.unlike;
  duplicates += other.duplicates;
  return *this;
}

std::string PairCounts::text() const {
  const std::string left_out = amount(empty, " with an empty side") +
                               amount(too_short, " too short") + amount(too_long, " too long") +
                               amount(unlike, " of too unlike lengths");
  return std::to_string(kept) + " pairs" +
         (left_out.empty() ? "" : "; left out: " + left_out.substr(2)) +
         (duplicates == 0 ? "" : "; " + std::to_string(duplicates) + " are duplicates");
}

std::optional<Example> PairEncoder::encode(const SentencePair& pair, PairCounts& counts) const {
  Example example{source_.encode(pair.source), target_.encode(pair.target)};
  const bool is_empty = example.source.empty() || example.target.empty();
  example.source.push_back(source_.eos_id());
  example.target.push_back(target_.eos_id());
  const PairLength length = length_of(example);
  const int64_t longer = length.longer(), shorter = length.source + length.target - longer;
  const bool is_unlike =
      settings_.max_ratio > 0 &&
      static_cast<double>(longer) > settings_.max_ratio * static_cast<double>(shorter);
  uint64_t& count = is_empty                         ? counts.empty
                    : shorter < settings_.min_length ? counts.too_short
                    : longer > settings_.max_length  ? counts.too_long
                    : is_unlike                      ? counts.unlike
                                                     : counts.kept;
  ++count;
  if (&count != &counts.kept) return std::nullopt;
  return example;
}

}  // namespace dragoman
