#include "translate/inline_source.h"

#include <stdexcept>

#include "data/inline_terms.h"
#include "io/escaped_text.h"
#include "tokenizer/text_words.h"

namespace dragoman {
namespace {

/// Separates the pieces of a text from those of signs and translations.
class PieceSorter {
 public:
  explicit PieceSorter(const std::vector<std::string>& pieces) {
    for (const std::string& piece : pieces) add(piece);
  }

  std::vector<std::string> visible;
  std::vector<PieceRange> origins;

 private:
  void add(const std::string& piece) {
    if (piece == kTermSigns[0]) {
      term_ = visible.size();
      hidden_.push_back(origins.size());
      origins.push_back({});
    } else if (piece == kTermSigns[1] || is_translation_) {
      is_translation_ = piece != kTermSigns[2];
      hidden_.push_back(origins.size());
      origins.push_back({});
      if (!is_translation_) end_term();
    } else {
      origins.push_back({visible.size(), visible.size() + 1});
      visible.push_back(piece);
    }
  }

  void end_term() {
    for (const size_t hidden : hidden_) origins[hidden] = {term_, visible.size()};
    hidden_.clear();
  }

  size_t term_ = 0;  // the first piece of the term
  bool is_translation_ = false;
  std::vector<size_t> hidden_;  // positions of the pieces of its signs and translation
};

std::vector<InlineTerm> terms_of(const std::string& text, const Terminology& terminology,
                                 const std::vector<ByteSpan>& kept) {
  std::vector<InlineTerm> terms;
  for (const TermOccurrence& term : terminology.occurrences_in(text, kept)) {
    if (has_term_sign(*term.translation)) {
      throw std::invalid_argument("the translation " + in_backquotes(*term.translation) +
                                  " contains one of the signs around terms; change it, or set "
                                  "search.terminology_mode to constraint");
    }
    terms.push_back({term.bytes.begin, term.bytes.end, *term.translation});
  }
  return terms;
}

}  // namespace

void check_term_signs(const Tokenizer& tokenizer) {
  for (const char* sign : kTermSigns) {
    if (tokenizer.id_of(sign).value_or(tokenizer.unknown_id()) != tokenizer.unknown_id()) continue;
    throw std::invalid_argument(
        "search.terminology_mode is inline, but the model does not know the signs that stand "
        "around terms; train one with data.terms, or set search.terminology_mode to constraint");
  }
}

InlineSource inline_source(EncodedText text, const Terminology& terminology,
                           const std::vector<ByteSpan>& kept, const Tokenizer& tokenizer,
                           size_t max_tokens) {
  std::vector<InlineTerm> terms;
  if (!has_term_sign(text.text)) terms = terms_of(text.text, terminology, kept);
  for (; !terms.empty(); terms.pop_back()) {
    const std::string written = with_inline_terms(text.text, terms);
    TokenIds ids = tokenizer.encode(written);
    if (ids.size() > max_tokens) continue;
    PieceSorter sorter(tokenizer.encode_as_pieces(written));
    InlineSource source{
        {std::move(ids), {}, std::move(text.text), text.begin}, std::move(sorter.origins), {}};
    source.text.first_word = text.first_word;
    if (!text.pieces.empty()) {
      source.text.words = words_in_text(sorter.visible, source.text.text, tokenizer);
      source.text.pieces = std::move(sorter.visible);
    }
    for (InlineTerm& term : terms) source.translations.push_back(std::move(term.translation));
    return source;
  }
  return {std::move(text), {}, {}};
}

std::vector<std::vector<float>> attention_to_pieces(
    const std::vector<std::vector<float>>& attention, const std::vector<PieceRange>& origins,
    size_t num_pieces) {
  std::vector<std::vector<float>> to_pieces;
  for (const std::vector<float>& row : attention) {
    std::vector<float>& shared = to_pieces.emplace_back(num_pieces, 0.0f);
    for (size_t i = 0; i < row.size(); ++i) {
      const auto [begin, end] = origins[i];
      for (size_t piece = begin; piece < end; ++piece)
        shared[piece] += row[i] / static_cast<float>(end - begin);
    }
  }
  return to_pieces;
}

}  // namespace dragoman
