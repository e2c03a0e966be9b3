#include "translate/search_vocabulary.h"

#include <optional>
#include <set>
#include <stdexcept>

#include "io/escaped_text.h"

namespace dragoman {

SearchVocabulary search_vocabulary(const SearchSettings& settings, int32_t source_padding,
                                   const Tokenizer& target, const std::string& name) {
  std::set<int32_t> suppressed;
  for (const std::string& piece : settings.suppress) {
    const std::optional<int32_t> id = target.id_of(piece);
    if (!id) {
      throw std::invalid_argument("search.suppress names " + in_backquotes(piece) +
                                  ", which is no piece of " + name +
                                  " (`dragoman tokenizer encode` shows a text's pieces)");
    }
    suppressed.insert(*id);
  }
  if (settings.unknown == UnknownTokens::kForbid) suppressed.insert(target.unknown_id());
  const int64_t choices = target.vocabulary_size() - 1;
  if (settings.samples == 0 && settings.beam > choices) {
    throw std::invalid_argument("search.beam is " + std::to_string(settings.beam) +
                                ", more than the " + std::to_string(choices) + " tokens of " +
                                name);
  }
  return {.eos = target.eos_id(),
          .source_padding = source_padding,
          .suppressed = {suppressed.begin(), suppressed.end()}};
}

}  // namespace dragoman
