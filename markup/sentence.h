#pragma once

#include <optional>
#include <string>
#include <vector>

#include "markup/byte_span.h"
#include "markup/piece.h"
#include "markup/projection.h"

namespace dragoman {

/// A pair of tags around text, a single tag, or an element whose content is kept untranslated; and
/// its position in the sentence.
struct SentenceTag {
  /// Piece of the start tag, or of the only tag; kNoPiece: in an earlier sentence.
  size_t open = kNoPiece;
  size_t close = kNoPiece;  // piece of the end tag; kNoPiece: none, or in a later sentence
  size_t begin = 0;         // bytes of the plain text
  size_t end = 0;
  int32_t parent = -1;       // the enclosing tags, which come earlier; -1: none
  bool is_kept = false;      // everything from `open` to `close` is kept
  bool has_own_end = false;  // of a kept element: `close` is its end tag
};

/// A text piece of a sentence, and its position in the plain text.
struct SentenceText {
  size_t piece = 0;
  size_t begin = 0;      // byte in the plain text
  bool is_kept = false;  // it belongs to a kept element
  size_t skipped = 0;    // bytes of decoded white space before it that the plain text omits
};

/// A symbol that represents kept text.
struct SpanSymbol {
  std::string symbol;
  std::string text;      // text that it represents; "": none in this sentence
  bool is_word = false;  // a word, which a translation may also contain for other reasons
};

/// A part of a fragment that is translated as a unit: pieces [first, last).
struct Sentence {
  size_t first = 0;
  size_t last = 0;
  std::string plain;  // text without tags, with decoded references, without white space around it
  std::vector<SentenceTag> tags;    // in the order of their begins
  std::vector<SentenceText> texts;  // ascending
  std::vector<SpanSymbol> symbols;  // those in the plain text, and unused ones
  bool is_broken = false;           // a tag lacks its partner, so the order of tags must not change

  /// Returns the tags as spans of the plain text's tokens. The span of a tag inside a word includes
  /// the whole word.
  std::vector<TagSpan> spans(const std::vector<ByteSpan>& tokens) const;
  /// True if the text has a letter outside of kept elements. Call it before symbols replace these.
  bool has_language() const;
};

/// Returns the tokens that have some of the bytes.
TagSpan tokens_with(const std::vector<ByteSpan>& tokens, const ByteSpan& bytes);

/// Returns the tokens that are exactly the bytes; nullopt if there are none, or if one crosses a
/// bound.
std::optional<TagSpan> exact_tokens(const std::vector<ByteSpan>& tokens, const ByteSpan& bytes);

/// Returns for each of the sentence's `num_tokens` tokens whether it is in a kept element. `spans`
/// are those of its tags.
std::vector<bool> kept_tokens(const Sentence& sentence, const std::vector<TagSpan>& spans,
                              size_t num_tokens);

}  // namespace dragoman
