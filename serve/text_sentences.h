#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "translate/translation.h"

namespace dragoman {

/// A text taken apart: between[0] + sentences[0] + between[1] + ... + between[n] is the text again.
struct TextSentences {
  std::vector<std::string> sentences;  // without line breaks, or white space around them
  std::vector<std::string> between;    // what stands before, between and behind them

  /// The text with a translation in the place of each sentence. Where nothing parts two sentences,
  /// as in Chinese, their translations get a space between them if they are in a script that writes
  /// spaces.
  std::string join(const std::vector<std::string>& translations) const;
  /// Makes one sentence of those that a span of the text reaches into.
  void unite(const std::vector<ByteSpan>& spans);
  /// For each sentence those of the spans, as far as they are in it, as its own bytes.
  std::vector<std::vector<ByteSpan>> spans_of_sentences(const std::vector<ByteSpan>& spans) const;
};

/// Takes texts apart into lines, and lines into sentences (Unicode Standard Annex 29, beside
/// abbreviations that a language is known for: "Mr. Smith" is no end of a sentence). May be called
/// from several threads at once.
class SentenceSplitter {
 public:
  /// `language`: a code, as "en"; of others, and of "", no abbreviations are known.
  explicit SentenceSplitter(const std::string& language);
  ~SentenceSplitter();

  /// `text` is UTF-8.
  TextSentences split(const std::string& text) const;

 private:
  struct Boundaries;
  std::unique_ptr<Boundaries> boundaries_;
};

/// Takes a text apart into its lines alone.
TextSentences split_lines(const std::string& text);

}  // namespace dragoman
