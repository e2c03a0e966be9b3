#include "translate/line_encoder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <stdexcept>

#include "io/content_hash.h"
#include "io/escaped_text.h"
#include "io/random.h"
#include "io/utf8.h"
#include "threads/cancellation.h"
#include "tokenizer/space_symbol.h"
#include "tokenizer/text_words.h"
#include "tokenizer/unicode_text.h"
#include "translate/line_splitter.h"
#include "translate/terminology.h"
#include "translate/word_pieces.h"

namespace dragoman {
namespace {

void require(bool holds, const std::string& what, const std::string& text,
             const std::string& reason) {
  if (!holds) throw std::invalid_argument(what + " " + in_backquotes(text) + " " + reason);
}

bool has_constraining_terms(const TranslationRequest& request, const SearchSettings& settings) {
  return request.terminology != nullptr && !request.terminology->empty() &&
         settings.terminology_mode == TerminologyMode::kConstraint;
}

/// Samples are drawn without constraints.
void check_sampling(const TranslationRequest& request, const SearchSettings& settings) {
  if (settings.samples == 0) return;
  if (request.phrases.empty() && !has_constraining_terms(request, settings)) return;
  throw std::invalid_argument(
      "phrases and terms that a translation must contain are for beam search, not for sampling: "
      "leave out those, or search.samples");
}

/// Returns for each piece of the part the number of its word in the line.
std::vector<int32_t> words_in_line(const EncodedText& part) {
  std::vector<int32_t> words = part.words;
  for (int32_t& word : words) word += part.first_word;
  return words;
}

/// The request's protected spans within `part`, in bytes of the part.
std::vector<ByteSpan> kept_in(const EncodedText& part, const TranslationRequest& request) {
  std::vector<ByteSpan> kept;
  for (const ByteSpan& span : request.protected_spans) {
    if (span.end > part.begin)
      kept.push_back({std::max(span.begin, part.begin) - part.begin, span.end - part.begin});
  }
  return kept;
}

}  // namespace

std::vector<EncodedText> LineEncoder::encode_source(const std::string& line,
                                                    TranslationCounts& counts) const {
  const bool valid = is_valid_utf8(line);
  if (!valid) counts.repaired_lines.push_back(counts.lines);
  const bool with_pieces = settings_.alignment || settings_.unknown == UnknownTokens::kReplace;
  std::vector<EncodedText> parts = encode_in_parts(
      valid ? line : replace_invalid_utf8(line), sides_.source, sides_.max_length - 1, with_pieces);
  if (parts.size() > 1) counts.split_lines.push_back(counts.lines);
  ++counts.lines;
  for (EncodedText& part : parts) {
    part.ids.push_back(sides_.source.eos_id());
    counts.source_tokens += static_cast<int64_t>(part.ids.size());
  }
  return parts;
}

/// The least number of tokens raises the maximum length if needed, up to the model's limit.
SearchTask LineEncoder::make_task(TokenIds source) const {
  const auto length = static_cast<double>(source.size());
  int64_t most = static_cast<int64_t>(std::floor(settings_.max_length_factor * length)) +
                 settings_.max_length_offset;
  if (settings_.max_length > 0) most = std::min(most, settings_.max_length);
  most = std::max(most, settings_.min_length);
  const auto least = static_cast<int64_t>(std::ceil(settings_.min_length_factor * length));
  SearchTask task{.source = std::move(source)};
  task.max_length = std::clamp<int64_t>(most, 1, sides_.max_length);
  task.min_length = std::min(std::max(least, settings_.min_length), task.max_length);
  return task;
}

void LineEncoder::require_known(const TokenIds& ids, const std::string& what,
                                const std::string& text) const {
  const bool is_known = std::find(ids.begin(), ids.end(), sides_.target.unknown_id()) == ids.end();
  require(is_known, what, text,
          "cannot be part of a translation: the model's vocabulary lacks characters of it");
}

bool LineEncoder::continues_word(const TokenIds& phrase) const {
  return !phrase.empty() && begins_in_word(sides_.target.pieces_of({phrase.front()}).front());
}

/// A tokenizer that keeps white space puts none before the phrase, whose first word would continue
/// the one before: the search is led to the phrase with a space.
TokenIds LineEncoder::encode_phrase(const std::string& what, const std::string& phrase) const {
  TokenIds ids = sides_.target.encode(phrase);
  if (continues_word(ids)) {
    TokenIds spaced = sides_.target.encode(" " + phrase);
    const bool is_known = std::ranges::find(spaced, sides_.target.unknown_id()) == spaced.end();
    if (is_known) ids = std::move(spaced);  // a vocabulary may lack the space
  }
  require_known(ids, what, phrase);
  return ids;
}

/// Returns the phrase's tokens behind a word without a space: those behind a mark, cut off it. The
/// mark must be a token by itself. Empty for phrases that need a space, and without such a mark. Of
/// a tokenizer that keeps white space: the phrase's tokens without a space, which meet it, too.
TokenIds LineEncoder::encode_inside(const std::string& phrase) const {
  TokenIds bare = sides_.target.encode(phrase);
  if (continues_word(bare)) return bare;
  constexpr std::array<std::string_view, 4> kMarks = {"、", "。", "(", "-"};
  const std::string_view words = without_outer_space(phrase);
  size_t at = 0;
  if (words.empty() || !is_letter_without_spaces(next_character(words, at))) return {};
  for (const std::string_view mark : kMarks) {
    const std::string text = std::string(mark).append(words);
    const std::vector<std::string> pieces = sides_.target.encode_as_pieces(text);
    std::string begin;
    size_t first = 0;
    while (first < pieces.size() && !begin.ends_with(mark)) begin += pieces[first++];
    const bool is_cut = begin.ends_with(mark) && begin.size() <= kSpaceSymbol.size() + mark.size();
    const TokenIds ids = sides_.target.encode(text);
    if (!is_cut || ids.size() != pieces.size()) continue;
    TokenIds inside(ids.begin() + static_cast<std::ptrdiff_t>(first), ids.end());
    const auto unknown = std::find(inside.begin(), inside.end(), sides_.target.unknown_id());
    if (unknown == inside.end()) return inside;
  }
  return {};
}

void LineEncoder::add_phrase(const std::string& phrase, TokenIds ids, SearchTask& task) const {
  task.phrases.push_back(std::move(ids));
  task.phrases_inside.push_back(encode_inside(phrase));
}

/// A prefix may have unknown tokens where the settings allow them in translations. Protected parts
/// are beyond the vocabulary, too.
TokenIds LineEncoder::encode_prefix(const TranslationRequest& request) const {
  if (is_blank(request.prefix)) return {};
  TokenIds ids = sides_.target.encode(replace_invalid_utf8(request.prefix));
  if (settings_.unknown == UnknownTokens::kForbid && request.protected_spans.empty())
    require_known(ids, "the prefix", request.prefix);
  return ids;
}

/// Number of tokens that a phrase may take: one more to end the word before it, if its first token
/// would continue that.
int64_t LineEncoder::most_tokens(const TokenIds& phrase) const {
  return static_cast<int64_t>(phrase.size()) + (continues_word(phrase) ? 1 : 0);
}

/// Prefix and phrases raise the maximum length if needed, up to the model's limit.
void LineEncoder::add_wishes(const TranslationRequest& request, SearchTask& task) const {
  task.prefix = encode_prefix(request);
  auto needed = static_cast<int64_t>(task.prefix.size()) + 1;
  require(needed <= sides_.max_length, "the prefix", request.prefix,
          "is longer than the model takes, " + std::to_string(sides_.max_length) + " tokens");
  for (const std::string& phrase : request.phrases) {
    TokenIds ids = encode_phrase("the phrase", phrase);
    if (ids.empty() || is_blank(phrase)) continue;
    needed += most_tokens(ids);
    add_phrase(phrase, std::move(ids), task);
  }
  require(needed <= sides_.max_length, "the phrases of the line", request.text,
          "have more tokens than the model takes, " + std::to_string(sides_.max_length));
  task.max_length = std::max(task.max_length, needed);
}

/// Terms raise the maximum length like phrases; terms beyond the model's limit are left out.
void LineEncoder::add_terms(const TranslationRequest& request, const EncodedText& part,
                            SearchTask& task) const {
  auto needed = static_cast<int64_t>(task.prefix.size()) + 1;
  for (const TokenIds& phrase : task.phrases) needed += most_tokens(phrase);
  const auto phrases = request.terminology->phrases_for(part.text, kept_in(part, request));
  for (const std::string& phrase : phrases) {
    TokenIds ids = encode_phrase("the term's translation", phrase);
    if (ids.empty()) continue;
    const int64_t more = most_tokens(ids);
    if (needed + more > sides_.max_length) continue;
    needed += more;
    add_phrase(phrase, std::move(ids), task);  // a phrase that occurs twice counts once
  }
  task.max_length = std::max(task.max_length, needed);
}

/// Returns the part, with its terms inline if terminology_mode is inline.
InlineSource LineEncoder::with_terms(EncodedText part, const TranslationRequest& request) const {
  const bool is_inline = settings_.terminology_mode == TerminologyMode::kInline;
  if (request.terminology == nullptr || !is_inline) return {std::move(part), {}, {}};
  const int32_t end = part.ids.back();
  const std::vector<ByteSpan> kept = kept_in(part, request);
  InlineSource source = inline_source(std::move(part), *request.terminology, kept, sides_.source,
                                      static_cast<size_t>(sides_.max_length) - 1);
  if (!source.origins.empty()) source.text.ids.push_back(end);
  return source;
}

/// Candidates: the shortlist's tokens, those of prefix, phrases and terms, and the source's
/// placeholders.
void LineEncoder::add_candidates(const std::vector<std::string>& inline_terms,
                                 SearchTask& task) const {
  const std::vector<int32_t> likely = sides_.shortlist->candidates(task.source);
  std::set<int32_t> candidates(likely.begin(), likely.end());
  candidates.insert(task.prefix.begin(), task.prefix.end());
  for (const auto* const phrases : {&task.phrases, &task.phrases_inside})
    for (const TokenIds& phrase : *phrases) candidates.insert(phrase.begin(), phrase.end());
  for (const std::string& symbol : sides_.placeholders()) {
    const auto id = sides_.source.id_of(symbol);
    if (!id || std::count(task.source.begin(), task.source.end(), *id) == 0) continue;
    for (const int32_t candidate : sides_.target.encode(symbol)) candidates.insert(candidate);
  }
  for (const std::string& term : inline_terms) {
    const TokenIds ids = sides_.target.encode(term);
    candidates.insert(ids.begin(), ids.end());
  }
  candidates.erase(sides_.target.pad_id());
  task.candidates.assign(candidates.begin(), candidates.end());
}

EncodedLines LineEncoder::encode(const std::vector<TranslationRequest>& requests,
                                 TranslationCounts& counts) const {
  EncodedLines lines;
  for (const TranslationRequest& request : requests) {
    Cancellation::check();
    check_sampling(request, settings_);
    ContentHash text;
    // The service and markup translate lines without the white space at their ends.
    text.add(without_outer_space(request.text));
    std::vector<EncodedText> parts = encode_source(request.text, counts);
    lines.num_parts.push_back(parts.size());
    for (size_t i = 0; i < parts.size(); ++i) {
      InlineSource source = with_terms(std::move(parts[i]), request);
      lines.tasks.push_back(make_task(std::move(source.text.ids)));
      lines.tasks.back().sampling_key = derive_key(settings_.seed, text.value(), i);
      lines.words.push_back(words_in_line(source.text));
      lines.pieces.push_back(std::move(source.text.pieces));
      lines.origins.push_back(std::move(source.origins));
      if (i == 0) add_wishes(request, lines.tasks.back());
      if (has_constraining_terms(request, settings_))
        add_terms(request, source.text, lines.tasks.back());
      if (sides_.shortlist != nullptr) add_candidates(source.translations, lines.tasks.back());
    }
  }
  return lines;
}

EncodedLines LineEncoder::encode_pairs(const std::vector<std::string>& lines,
                                       const std::vector<std::string>& translations,
                                       TranslationCounts& counts) const {
  EncodedLines pairs;
  for (size_t i = 0; i < lines.size(); ++i) {
    Cancellation::check();
    std::vector<EncodedText> source = encode_source(lines[i], counts);
    source.resize(1);
    if (source[0].ids.empty()) source[0].ids = {sides_.source.eos_id()};
    SearchTask& task = pairs.tasks.emplace_back(make_task(std::move(source[0].ids)));
    const std::string translation = replace_invalid_utf8(translations[i]);
    task.prefix = sides_.target.encode(translation);
    if (settings_.alignment) {
      pairs.target_words.push_back(
          words_in_text(sides_.target.encode_as_pieces(translation), translation, sides_.target));
    }
    const auto most = static_cast<size_t>(sides_.max_length - 1);
    if (task.prefix.size() > most) {
      task.prefix.resize(most);
      counts.cut_translations.push_back(counts.lines - 1);
    }
    task.prefix.push_back(sides_.target.eos_id());
    task.max_length = static_cast<int64_t>(task.prefix.size());
    pairs.words.push_back(words_in_line(source[0]));
    pairs.pieces.push_back(std::move(source[0].pieces));
    pairs.origins.emplace_back();
    pairs.num_parts.push_back(1);
  }
  return pairs;
}

}  // namespace dragoman
