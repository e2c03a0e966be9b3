#pragma once

#include <string>
#include <vector>

#include "tokenizer/tokenizer.h"
#include "translate/line_splitter.h"
#include "translate/terminology.h"

namespace dragoman {

/// Pieces [begin, end).
struct PieceRange {
  size_t begin = 0;
  size_t end = 0;
};

/// Throws std::invalid_argument if the vocabulary lacks one of the signs around inline terms.
void check_term_signs(const Tokenizer& tokenizer);

/// A text with inline terms, as a model trained with data.terms reads it.
struct InlineSource {
  EncodedText text;                 // its ids contain the translations, its pieces do not
  std::vector<PieceRange> origins;  // for each id, the pieces that it stands for or translates
  std::vector<std::string> translations;  // the translations in the text
};

/// Writes the translations of its terms into `text`, beside the terms. Skips terms that touch the
/// `kept` spans (bytes of the text), and drops the last terms until the text has at most
/// `max_tokens` tokens. Returns the text unchanged, without origins, if it has no terms or contains
/// signs itself. Throws std::invalid_argument for a translation with a sign.
InlineSource inline_source(EncodedText text, const Terminology& terminology,
                           const std::vector<ByteSpan>& kept, const Tokenizer& tokenizer,
                           size_t max_tokens);

/// Converts attention to the ids of an InlineSource, [tokens][ids], to attention to its pieces,
/// [tokens][pieces]. The weights of a translation and of its signs are shared equally by the pieces
/// of the term.
std::vector<std::vector<float>> attention_to_pieces(
    const std::vector<std::vector<float>>& attention, const std::vector<PieceRange>& origins,
    size_t num_pieces);

}  // namespace dragoman
