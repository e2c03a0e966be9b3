#include "data/unknown_token_counter.h"

#include <fmt/format.h>
#include <algorithm>

#include "io/escaped_text.h"
#include "io/utf8.h"

namespace dragoman {
namespace {

constexpr double kUsualShare = 0.001;  // of unknown tokens
constexpr size_t kMostShown = 5;       // characters
constexpr size_t kAllCodePoints = 0x110000;

uint64_t count_unknown(const TokenIds& ids, const Tokenizer& tokenizer) {
  return static_cast<uint64_t>(std::count(ids.begin(), ids.end(), tokenizer.unknown_id()));
}

/// Returns ", as it lacks characters such as `ß` and `ä`"; "" for no characters.
std::string what_is_lacking(const std::vector<std::string>& characters) {
  std::string list;
  for (const std::string& character : characters) {
    const bool is_last = &character == &characters.back();
    const char* const before = list.empty() ? "" : is_last ? " and " : ", ";
    list += before + in_backquotes(character);
  }
  return list.empty() ? "" : ", as it lacks characters such as " + list;
}

}  // namespace

UnknownTokenCounter::UnknownTokenCounter(const Tokenizer& source, const Tokenizer& target)
    : sides_{Side{source, "source"}, Side{target, "target"}} {}

void UnknownTokenCounter::add(const SentencePair& pair, const Example& example) {
  add(pair.source, example.source, sides_[0]);
  add(pair.target, example.target, sides_[1]);
}

void UnknownTokenCounter::add(std::string_view text, const TokenIds& ids, Side& side) {
  if (side.tokenizer.segmentation_model() == SegmentationModel::kWord) return;
  const uint64_t num_unknown = count_unknown(ids, side.tokenizer);
  side.num_tokens += ids.size();
  side.num_unknown += num_unknown;
  if (num_unknown > 0) find_unknown(text, side);
}

/// Tokenises each character by itself, once.
void UnknownTokenCounter::find_unknown(std::string_view text, Side& side) {
  side.seen.resize(kAllCodePoints);
  for (size_t at = 0; at < text.size() && side.unknown.size() < kMostShown;) {
    const size_t begin = at;
    const char32_t point = next_character(text, at);
    if (side.seen[point]) continue;
    side.seen[point] = true;
    const std::string_view character = text.substr(begin, at - begin);
    if (count_unknown(side.tokenizer.encode(character), side.tokenizer) > 0)
      side.unknown.emplace_back(character);
  }
}

void UnknownTokenCounter::warn(const std::string& name, const Logger& log) const {
  const bool has_two_sides = sides_[0].num_tokens > 0;
  for (const Side& side : sides_) {
    const double share = side.num_tokens == 0 ? 0
                                              : static_cast<double>(side.num_unknown) /
                                                    static_cast<double>(side.num_tokens);
    if (share <= kUsualShare) continue;
    log->warn(
        "{}: {:.1f} % of the {}tokens are unknown to the tokenizer{}; all are one token, which is "
        "easy to predict, so that loss and perplexity look better than the model is; only a new "
        "model can learn them, with a tokenizer that is trained on text that has them or with "
        "tokenizer.byte_fallback",
        name, 100 * share, has_two_sides ? fmt::format("{}'s ", side.name) : "",
        what_is_lacking(side.unknown));
  }
}

}  // namespace dragoman
