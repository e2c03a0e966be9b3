#pragma once

#include <memory>
#include <string_view>

namespace dragoman {

class CorpusWords;
class WordPairFile;

/// The pairs of a sentence and its translation on which an alignment model is estimated. Stored in
/// a temporary file.
class AlignmentCorpus {
 public:
  AlignmentCorpus();
  ~AlignmentCorpus();
  AlignmentCorpus(AlignmentCorpus&&) noexcept;
  AlignmentCorpus& operator=(AlignmentCorpus&&) noexcept;

  /// Adds a pair of lines in UTF-8. ASCII white space separates words. Throws std::invalid_argument
  /// after finish().
  void add(std::string_view source, std::string_view target);
  /// Ends adding. Call it before a model is estimated; further calls do nothing.
  void finish();
  /// True if both sides have words.
  bool has_words() const;

  /// The words and pairs, for aligners in this library. pairs() throws std::invalid_argument before
  /// finish().
  const CorpusWords& source() const;
  const CorpusWords& target() const;
  const WordPairFile& pairs() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace dragoman
