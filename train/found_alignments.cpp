#include "train/found_alignments.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <vector>

#include "alignment/alignment_trainer.h"
#include "alignment/corpus_aligner.h"
#include "data/corpus_cache.h"
#include "data/pair_reader.h"
#include "data/word_spacing.h"
#include "io/atomic_file.h"
#include "io/content_hash.h"
#include "io/text_file.h"

namespace dragoman {
namespace {

constexpr uint64_t kAlignmentFormat = 2;  // raise it when the aligner's links change

/// Corpora that one model aligns.
using CorpusGroup = std::vector<CorpusSettings*>;

uint64_t key_of_group(const CorpusGroup& group) {
  ContentHash hash;
  hash.add(kAlignmentFormat);
  for (const CorpusSettings* corpus : group) add_files(*corpus, hash);
  return hash.value();
}

std::string checksum_of(const std::string& path) {
  ContentHash hash;
  hash.add_file(path);
  return hash_text(hash.value());
}

/// Returns true if the file exists and is as it was written.
bool is_intact(const std::string& path) {
  const std::string checksum = path + kAlignmentChecksum;
  return std::filesystem::exists(path) && std::filesystem::exists(checksum) &&
         read_file(checksum) == checksum_of(path);
}

/// Adds the pairs of a corpus, without its tag; returns their number. Warns if the words of a side
/// have no spaces between them.
size_t add_pairs(CorpusSettings corpus, AlignmentCorpus& pairs, const Logger& log) {
  corpus.tag.clear();
  PairReader reader(corpus);
  PairSpacing spacing;
  size_t count = 0;
  for (SentencePair pair; reader.next(pair); ++count) {
    pairs.add(pair.source, pair.target);
    spacing.add(pair);
  }
  const std::string sides = spacing.sides_without_spaces();
  if (!sides.empty()) {
    log->warn(
        "{}: {} written without spaces between words, which separate the words that are linked, so "
        "these links are useless for guided alignment and for terms",
        corpus.name(), sides);
  }
  return count;
}

/// Distributes lines over several files: each file takes its number of lines in turn.
class FileSequence {
 public:
  void add(const std::string& path, size_t num_lines) {
    files_.emplace_back(path);
    left_.push_back(num_lines);
  }

  /// Writes several lines, each with LF.
  void write(std::string_view lines) {
    while (!lines.empty()) {
      while (left_[current_] == 0) ++current_;
      const size_t end = lines.find('\n') + 1;
      files_[current_].write(lines.substr(0, end));
      --left_[current_];
      lines.remove_prefix(end);
    }
  }

  void close() {
    for (TextWriter& file : files_) file.close();
  }

 private:
  std::vector<TextWriter> files_;
  std::vector<size_t> left_;
  size_t current_ = 0;
};

void align_group(const CorpusGroup& group, const std::vector<std::string>& paths, int64_t threads,
                 const Logger& log) {
  AlignmentCorpus pairs;
  FileSequence files;
  for (size_t i = 0; i < group.size(); ++i) files.add(paths[i], add_pairs(*group[i], pairs, log));
  pairs.finish();
  const AlignmentModel model = train_alignment_model(pairs, {.threads = threads});
  align_word_pairs(pairs.pairs(), model.parameters(), {.threads = threads},
                   [&](const std::string& lines) { files.write(lines); });
  files.close();
  for (const std::string& path : paths)
    write_file_atomically(path + kAlignmentChecksum, checksum_of(path));
}

}  // namespace

DataSettings find_alignments(DataSettings settings, const std::string& folder, int64_t threads,
                             const Logger& log) {
  std::map<std::string, CorpusGroup> groups;  // by tag
  for (CorpusSettings& corpus : settings.train)
    if (corpus.wants_alignment()) groups[corpus.tag].push_back(&corpus);
  for (const auto& [tag, group] : groups) {
    const std::string key = hash_text(key_of_group(group));
    std::vector<std::string> paths;
    for (size_t i = 0; i < group.size(); ++i)
      paths.push_back(folder + "/" + key + "-" + std::to_string(i) + kFoundAlignment);
    if (!std::all_of(paths.begin(), paths.end(), is_intact)) {
      for (const CorpusSettings* corpus : group) log->info("aligning {}", corpus->name());
      align_group(group, paths, threads, log);
    }
    for (size_t i = 0; i < group.size(); ++i) group[i]->alignment = paths[i];
  }
  return settings;
}

}  // namespace dragoman
