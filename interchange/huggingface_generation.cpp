#include "interchange/huggingface_generation.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>

#include "io/settings_write.h"

namespace dragoman {
namespace {

constexpr int64_t kMostOffset = 10000;  // limit of search.max_length_offset
constexpr int64_t kMostNgram = 1000;    // limit of search.no_repeat_ngram

/// Returns, as texts, the single tokens that are never generated. Omits padding, which never is. As
/// transformers does, ignores end of sentence in bad_words_ids, but not in suppress_tokens.
std::vector<std::string> forbidden_tokens(const MarianGeneration& generation,
                                          const ForeignTokens& target) {
  std::vector<std::string> forbidden;
  std::unordered_set<int64_t> ids;
  const auto add = [&](int64_t id, bool may_be_end) {
    const bool is_token = id >= 0 && id < static_cast<int64_t>(target.tokens.size());
    if (!is_token || id == target.padding) return;
    if (!may_be_end && target.tokens[id] == "</s>") return;
    if (ids.insert(id).second) forbidden.push_back(target.tokens[id]);
  };
  for (const int64_t id : generation.suppress_tokens) add(id, /*may_be_end=*/true);
  for (const std::vector<int64_t>& words : generation.bad_words_ids) {
    if (words.size() == 1) add(words.front(), /*may_be_end=*/false);
  }
  return forbidden;
}

/// Returns the maximal length of a translation with end of sentence; 0: not given, or no token is
/// allowed. max_new_tokens takes precedence; max_length also counts the decoder's start token. A
/// forced end of sentence replaces the last token of a translation that reaches the limit.
int64_t most_tokens(const MarianGeneration& generation) {
  const bool is_said = generation.max_new_tokens != kNotGiven;
  const int64_t most =
      is_said ? generation.max_new_tokens : std::max<int64_t>(generation.max_length - 1, 0);
  const bool replaces_last = generation.forced_eos_token_id != kNotGiven;
  return replaces_last && most > 1 ? most - 1 : most;
}

/// Returns the minimal length with end of sentence. min_new_tokens takes precedence; it does not
/// count end of sentence. min_length also counts the decoder's start token, so it equals the length
/// with end of sentence.
int64_t least_tokens(const MarianGeneration& generation) {
  const bool is_said = generation.min_new_tokens != kNotGiven;
  return is_said ? std::min(generation.min_new_tokens, kMostOffset) + 1
                 : std::max<int64_t>(generation.min_length, 0);
}

/// Adds notes about rules that have another effect in transformers' search.
void add_rule_notes(const SearchSettings& search, bool renormalizes,
                    std::vector<std::string>& notes) {
  const bool is_penalised = search.repetition_penalty != 1;
  if (is_penalised && search.beam == 1) {
    notes.emplace_back(
        "with one beam, transformers applies repetition_penalty to logits, but Dragoman to "
        "log-probabilities: some translations may differ");
  }
  const bool has_rule = is_penalised || search.no_repeat_ngram > 0 || search.min_length > 1;
  if (has_rule && renormalizes && search.beam > 1) {
    notes.emplace_back(
        "transformers scales probabilities to a sum of 1 (renormalize_logits) after the rules of "
        "repetition and of the shortest length, but Dragoman does not: some translations may "
        "differ");
  }
}

void add_warnings(const MarianGeneration& generation, const SearchSettings& search,
                  std::vector<std::string>& warnings) {
  const auto warn = [&](bool is_set, const std::string& what) {
    if (is_set) warnings.push_back("the folder sets " + what + ", which is not taken over");
  };
  const auto& words = generation.bad_words_ids;
  warn(std::any_of(words.begin(), words.end(), [](const auto& ids) { return ids.size() > 1; }),
       "bad_words_ids with sequences of several tokens");
  warn(generation.do_sample, "do_sample");
  warn(generation.length_penalty != search.alpha, "a length_penalty outside of 0 to 10");
  warn(generation.repetition_penalty != search.repetition_penalty,
       "a repetition_penalty outside of 1 to 100");
  if (generation.num_beams > 1 && !generation.early_stopping) {
    warnings.emplace_back(
        "the folder does not set early_stopping to true, but Dragoman's beam search stops as if it "
        "did: some translations may differ");
  }
  add_rule_notes(search, generation.renormalize_logits, warnings);
  if (most_tokens(generation) > 0) return;
  if (generation.max_length > 0 || generation.max_new_tokens != kNotGiven) {
    warnings.emplace_back(
        "the folder's max_length or max_new_tokens allows no token: Dragoman ends translations as "
        "search.max_length_factor and search.max_length_offset say");
  } else {
    warnings.emplace_back(
        "the folder sets no max_length: transformers then ends translations after 20 tokens, but "
        "Dragoman as search.max_length_factor and search.max_length_offset say");
  }
}

/// Settings that are exported, that depend on others with a note, or that do not change
/// translations.
constexpr std::array<std::string_view, 13> kNeedNoNote{
    "beam",       "length_penalty", "alpha",          "repetition_penalty", "no_repeat_ngram",
    "max_length", "min_length",     "suppress",       "max_length_offset",  "alignment",
    "seed",       "batch_tokens",   "alignment_layer"};

double length_penalty_of(const SearchSettings& search) {
  switch (search.length_penalty) {
    case LengthPenalty::kNone:
      return 0;
    case LengthPenalty::kLength:
      return search.alpha;
    case LengthPenalty::kWu:
      break;
  }
  return 1;
}

/// Counts the decoder's start token. Ignores limits that depend on the source's length, which
/// transformers does not have. The least number of tokens raises the maximum.
int64_t max_length_of(const SearchSettings& search, int64_t model_max_length) {
  int64_t most = model_max_length - 1;
  if (search.max_length > 0) most = std::min(most, search.max_length);
  if (search.max_length_factor == 0)
    most = std::min(most, std::max<int64_t>(search.max_length_offset, 1));
  return std::max(most, std::min(search.min_length, model_max_length - 1)) + 1;
}

}  // namespace

void take_over_search(const MarianGeneration& generation, ForeignModel& model) {
  SearchSettings& search = model.settings.search;
  search.beam = generation.num_beams;
  search.length_penalty = LengthPenalty::kLength;
  search.alpha = std::clamp(generation.length_penalty, 0.0, 10.0);
  search.repetition_penalty = std::clamp(generation.repetition_penalty, 1.0, 100.0);
  search.no_repeat_ngram = std::clamp<int64_t>(generation.no_repeat_ngram_size, 0, kMostNgram);
  search.min_length = least_tokens(generation);
  // The limit does not depend on the source's length.
  if (const int64_t most = most_tokens(generation); most > 0) {
    search.max_length_factor = 0;
    search.max_length_offset = std::min(most, kMostOffset);
    search.min_length = std::min(search.min_length, search.max_length_offset);
  }
  search.suppress = forbidden_tokens(generation, model.target);
  if (!search.suppress.empty() && search.beam > 1 && !generation.renormalize_logits) {
    model.warnings.emplace_back(
        "the folder forbids tokens without renormalize_logits: Dragoman divides their probability "
        "among the others, so some translations may differ");
  }
  std::erase(search.suppress, "<unk>");  // search.unknown forbids it
  add_warnings(generation, search, model.warnings);
}

std::vector<std::string> search_notes(const SearchSettings& search) {
  std::vector<std::string> notes;
  if (search.length_penalty == LengthPenalty::kWu)
    notes.emplace_back(
        "search.length_penalty is wu, which the format does not know: generation_config.json says "
        "length_penalty 1");
  SearchSettings unchanged;
  // Then the limit is exported.
  if (search.max_length_factor == 0) unchanged.max_length_factor = 0;
  if (search.unknown == UnknownTokens::kAllow) unchanged.unknown = search.unknown;  // exported
  if (search.beam == 1) {  // greedy search has no rule of stopping
    unchanged.stopping = search.stopping;
    unchanged.patience = search.patience;
  }
  const auto defaults = write_settings(unchanged), all = write_settings(search);
  for (const auto& [name, value] : all.items()) {
    const bool needs_note =
        std::find(kNeedNoNote.begin(), kNeedNoNote.end(), name) == kNeedNoNote.end();
    if (needs_note && value != defaults[name])
      notes.push_back("search." + name + " is " + value.dump() + ", which is not exported");
  }
  add_rule_notes(search, /*renormalizes=*/true, notes);
  return notes;
}

MarianGeneration to_generation(const ModelFolder& model) {
  const SearchSettings& search = model.settings.search;
  const Tokenizer& target = *model.tokenizers.target;
  MarianGeneration generation;
  generation.num_beams = search.beam;
  generation.early_stopping =
      search.beam > 1 && search.stopping == Stopping::kBeam && search.patience == 1;
  generation.length_penalty = length_penalty_of(search);
  generation.repetition_penalty = search.repetition_penalty;
  generation.no_repeat_ngram_size = search.no_repeat_ngram;
  generation.max_length = max_length_of(search, model.settings.model.max_length);
  generation.min_length = std::min(search.min_length, generation.max_length - 1);
  generation.pad_token_id = generation.decoder_start_token_id = target.pad_id();
  generation.eos_token_id = target.eos_id();
  generation.renormalize_logits = true;
  generation.bad_words_ids = {{target.pad_id()}};
  if (search.unknown == UnknownTokens::kForbid)
    generation.bad_words_ids.push_back({target.unknown_id()});
  const std::unordered_set<std::string> suppressed(search.suppress.begin(), search.suppress.end());
  const std::vector<std::string> tokens = target.tokens();
  for (int64_t id = 0; id < static_cast<int64_t>(tokens.size()); ++id) {
    if (!suppressed.contains(tokens[id])) continue;
    if (id == target.eos_id()) {
      generation.suppress_tokens = {id};  // transformers ignores it in bad_words_ids
    } else {
      generation.bad_words_ids.push_back({id});
    }
  }
  return generation;
}

}  // namespace dragoman
