#include "data/parallel_text.h"

#include <stdexcept>

#include "io/text_file.h"
#include "io/utf8.h"

namespace dragoman {
namespace {

ParallelText read_tsv(const std::string& path) {
  ParallelText text;
  for (const std::string& line : read_valid_lines(path)) {
    const size_t tab = line.find('\t');
    if (tab == std::string::npos || line.find('\t', tab + 1) != std::string::npos) {
      throw std::runtime_error(path + ":" + std::to_string(text.size() + 1) +
                               ": a line must be source<TAB>target, with exactly one tab");
    }
    text.source.push_back(line.substr(0, tab));
    text.target.push_back(line.substr(tab + 1));
  }
  return text;
}

void check_equal_length(const CorpusSettings& corpus, const ParallelText& text) {
  if (text.source.size() == text.target.size()) return;
  const bool source_is_shorter = text.source.size() < text.target.size();
  const std::string& shorter = source_is_shorter ? corpus.source : corpus.target;
  const std::string& longer = source_is_shorter ? corpus.target : corpus.source;
  const size_t last = std::min(text.source.size(), text.target.size());
  throw std::runtime_error(shorter + ":" + std::to_string(last) + ": the file ends here, but " +
                           longer + " has " +
                           std::to_string(std::max(text.source.size(), text.target.size())) +
                           " lines; line n of one must be the translation of line n of the other");
}

void append(std::vector<std::string>& all, std::vector<std::string>&& more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

ParallelText read_parallel_text(const CorpusSettings& corpus) {
  if (!corpus.tsv.empty()) return read_tsv(corpus.tsv);
  ParallelText text{read_valid_lines(corpus.source), read_valid_lines(corpus.target)};
  check_equal_length(corpus, text);
  return text;
}

ParallelText read_parallel_texts(const std::vector<CorpusSettings>& corpora) {
  ParallelText all;
  for (const CorpusSettings& corpus : corpora) {
    ParallelText text = read_parallel_text(corpus);
    append(all.source, std::move(text.source));
    append(all.target, std::move(text.target));
  }
  return all;
}

EncodedText encode_parallel_text(const ParallelText& text, const Tokenizer& source_tokenizer,
                                 const Tokenizer& target_tokenizer, int64_t max_length) {
  EncodedText encoded;
  for (size_t i = 0; i < text.size(); ++i) {
    TokenIds source = source_tokenizer.encode(text.source[i]);
    TokenIds target = target_tokenizer.encode(text.target[i]);
    if (source.empty() || target.empty()) {
      ++encoded.num_empty;
      continue;
    }
    source.push_back(source_tokenizer.eos_id());
    target.push_back(target_tokenizer.eos_id());
    if (static_cast<int64_t>(std::max(source.size(), target.size())) > max_length) {
      ++encoded.num_too_long;
      continue;
    }
    encoded.examples.add(source, target);
  }
  return encoded;
}

}  // namespace dragoman
