#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "translate/translation.h"

namespace dragoman {

/// A text split into sentences: between[0] + sentences[0] + between[1] + ... + between[n] is the
/// whole text.
struct TextSentences {
  std::vector<std::string> sentences;  // without line breaks or surrounding white space
  std::vector<std::string> between;    // the text before, between and after the sentences

  /// Replaces each sentence by its translation. Sentences without a separator, as in Chinese, get a
  /// space between their translations if these are in a script that writes spaces. A single space
  /// is left out between translations into Chinese and Japanese.
  std::string join(const std::vector<std::string>& translations) const;
  /// Joins neighbouring sentences that a span of the text covers in part or whole.
  void unite(std::vector<ByteSpan> spans);
  /// Returns for each sentence the parts of the spans inside it, in bytes of the sentence.
  std::vector<std::vector<ByteSpan>> spans_of_sentences(const std::vector<ByteSpan>& spans) const;
};

/// Splits texts into lines, and lines into sentences (Unicode Standard Annex 29, except after
/// abbreviations known for the language, such as "Mr.", and where next_sentence_end() sees that the
/// sentence goes on). Thread-safe.
class SentenceSplitter {
 public:
  /// `language`: a code such as "en". For "" and unknown languages no abbreviations are known.
  explicit SentenceSplitter(const std::string& language);
  ~SentenceSplitter();

  /// `text` is UTF-8.
  TextSentences split(const std::string& text) const;

 private:
  struct Boundaries;
  std::unique_ptr<Boundaries> boundaries_;
};

/// Returns the lines of a text without their ends, in bytes of the text.
std::vector<ByteSpan> line_spans(std::string_view text);

/// Splits a text into lines only, which end with LF or CR LF, as in files.
TextSentences split_lines(const std::string& text);

}  // namespace dragoman
