#pragma once

#include <string>
#include <vector>

#include "tokenizer/tokenizer.h"
#include "translate/line_splitter.h"
#include "translate/terminology.h"

namespace dragoman {

/// Pieces from begin up to end.
struct PieceRange {
  size_t begin = 0;
  size_t end = 0;
};

/// Throws std::invalid_argument if the vocabulary lacks a sign that stands around inline terms.
void check_term_signs(const Tokenizer& tokenizer);

/// A text as a model reads it that was trained with data.terms.
struct InlineSource {
  EncodedText text;                       // its ids have the translations, its pieces do not
  std::vector<PieceRange> origins;        // of each id the pieces that it is, or translates
  std::vector<std::string> translations;  // those that are in it
};

/// `text` with the translations of its terms beside the `kept` spans, which are bytes of it, as
/// many from its beginning as leave it at most `max_tokens` long; as it is, without origins, if it
/// has no terms or signs of its own. Throws std::invalid_argument for a translation that has a
/// sign.
InlineSource inline_source(EncodedText text, const Terminology& terminology,
                           const std::vector<ByteSpan>& kept, const Tokenizer& tokenizer,
                           size_t max_tokens);

/// Attention to the source tokens of an InlineSource, [tokens][ids], as attention to its pieces,
/// [tokens][pieces]: what a translation and its signs get is shared out among the pieces of the
/// term.
std::vector<std::vector<float>> attention_to_pieces(
    const std::vector<std::vector<float>>& attention, const std::vector<PieceRange>& origins,
    size_t num_pieces);

}  // namespace dragoman
