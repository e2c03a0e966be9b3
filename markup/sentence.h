#pragma once

#include <string>
#include <vector>

#include "markup/piece.h"
#include "markup/projection.h"
#include "markup/text_tokens.h"

namespace dragoman {

/// Tags of a sentence, and where they stand in it: a pair around text, a single tag, or an element
/// whose content stays as it is.
struct SentenceTag {
  size_t open = kNoPiece;   // the start tag, or the only one; kNoPiece: in an earlier sentence
  size_t close = kNoPiece;  // the end tag; kNoPiece: there is none, or in a later sentence
  size_t begin = 0;         // bytes of the sentence's plain text
  size_t end = 0;
  int32_t parent = -1;       // the tags around these, earlier ones; -1: none
  bool is_kept = false;      // with all between `open` and `close`
  bool has_own_end = false;  // of a kept element: `close` is its end tag
};

/// A text piece of a sentence, and where it stands in the plain text.
struct SentenceText {
  size_t piece = 0;
  size_t begin = 0;      // byte of the plain text
  bool is_kept = false;  // of an element whose content stays as it is
  size_t skipped = 0;    // bytes of decoded white space that the plain text lacks before it
};

/// A symbol that stands for a text that stays as it is.
struct SpanSymbol {
  std::string symbol;
  std::string text;      // "": it stands for nothing in this sentence
  bool is_word = false;  // of a language, which a translation may have for other reasons, too
};

/// A part of a fragment that is translated as a whole: pieces [first, last).
struct Sentence {
  size_t first = 0;
  size_t last = 0;
  std::string plain;                // without tags, references decoded; no white space around it
  std::vector<SentenceTag> tags;    // in the order of their beginnings
  std::vector<SentenceText> texts;  // ascending
  std::vector<SpanSymbol> symbols;  // of the plain text, and such as it has not
  bool is_broken = false;           // it has a tag without its partner: the order of tags stays

  /// The tags as spans of the plain text's tokens; a tag inside a word stands around the word.
  std::vector<TagSpan> spans(const std::vector<TextToken>& tokens) const;
};

}  // namespace dragoman
