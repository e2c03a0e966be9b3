#include "data/pair_encoder.h"

#include <algorithm>
#include <stdexcept>

#include "data/long_line.h"
#include "data/token_links.h"
#include "tokenizer/text_part.h"

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

std::string PairCounts::text(bool is_monolingual) const {
  const std::string left_out = amount(empty, is_monolingual ? " blank" : " with an empty side") +
                               amount(too_short, " too short") + amount(too_long, " too long") +
                               amount(unlike, " of too unlike lengths");
  return std::to_string(kept) + (is_monolingual ? " lines" : " pairs") +
         (left_out.empty() ? "" : "; left out: " + left_out.substr(2)) +
         (duplicates == 0 ? "" : "; " + std::to_string(duplicates) + " are duplicates");
}

PairEncoder::PairEncoder(const Tokenizer& source, const Tokenizer& target,
                         const DataSettings& settings, const CorpusSettings& corpus)
    : source_(source),
      target_(target),
      settings_(settings),
      is_monolingual_(corpus.is_monolingual()) {
  if (!corpus.tag.empty()) tag_ = source.encode(corpus.tag + " ");
  if (!settings.is_stream(corpus)) return;
  line_feed_ = target.id_of("\n").value_or(-1);
  if (line_feed_ >= 0) return;
  throw std::runtime_error(
      "the tokenizer has no token for the line feed, which data.layout stream needs; train one "
      "with tokenizer.keep_whitespace, or set data.layout to lines");
}

std::optional<Example> PairEncoder::encode(const SentencePair& pair, PairCounts& counts) const {
  if (line_feed_ >= 0) {
    ++counts.kept;
    return encode_line_of_stream(pair.target);
  }
  const auto most = static_cast<size_t>(settings_.max_length);
  Example example{encode_line(source_, pair.source, most), encode_line(target_, pair.target, most)};
  if (!is_monolingual_) example.source.push_back(source_.eos_id());
  example.target.push_back(target_.eos_id());
  const auto fate = fate_of(example);
  ++(counts.*fate);
  if (fate != &PairCounts::kept) return std::nullopt;
  link_tokens(pair, source_, target_, example);
  return example;
}

Example PairEncoder::encode_line_of_stream(const std::string& line) const {
  Example example;
  for (std::string_view rest = line; !rest.empty();) {
    const size_t size = size_of_part(rest);
    const TokenIds part = target_.encode(rest.substr(0, size));
    example.target.insert(example.target.end(), part.begin(), part.end());
    rest.remove_prefix(size);
  }
  example.target.push_back(line_feed_);
  return example;
}

/// Returns the counter to which an example belongs.
uint64_t PairCounts::*PairEncoder::fate_of(const Example& example) const {
  const PairLength length = length_of(example);
  const int64_t longer = length.longer(),
                shorter = is_monolingual_ ? length.target : std::min(length.source, length.target);
  const size_t blank_source = tag_.size() + 1, blank_target = 1;  // with end of sentence
  const bool has_blank_source = example.source.size() == blank_source &&
                                std::equal(tag_.begin(), tag_.end(), example.source.begin());
  if (has_blank_source || example.target.size() == blank_target) return &PairCounts::empty;
  if (shorter < settings_.min_length) return &PairCounts::too_short;
  if (longer > settings_.max_length) return &PairCounts::too_long;
  const bool is_unlike =
      settings_.max_ratio > 0 && !is_monolingual_ &&
      static_cast<double>(longer) > settings_.max_ratio * static_cast<double>(shorter);
  return is_unlike ? &PairCounts::unlike : &PairCounts::kept;
}

}  // namespace dragoman
