#pragma once

#include <string>
#include <vector>

#include "data/data_settings.h"
#include "data/examples.h"
#include "tokenizer/tokenizer.h"

namespace dragoman {

/// Raw sentence pairs: source[i] and target[i] are translations of each other.
struct ParallelText {
  std::vector<std::string> source;
  std::vector<std::string> target;

  size_t size() const { return source.size(); }
};

/// Reads one corpus. Throws std::runtime_error (file:line) for files that cannot be read,
/// invalid UTF-8, unequal numbers of lines, and lines of a TSV file without exactly two columns.
ParallelText read_parallel_text(const CorpusSettings& corpus);

/// All corpora of a list, one after the other.
ParallelText read_parallel_texts(const std::vector<CorpusSettings>& corpora);

/// What became of the pairs of a corpus.
struct EncodedText {
  Examples examples;
  size_t num_empty = 0;     // pairs left out since a side has no tokens
  size_t num_too_long = 0;  // pairs left out since a side has more than max_length tokens
};

/// Tokenises pairs; lengths count end of sentence.
EncodedText encode_parallel_text(const ParallelText& text, const Tokenizer& source_tokenizer,
                                 const Tokenizer& target_tokenizer, int64_t max_length);

}  // namespace dragoman
