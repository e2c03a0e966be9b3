#include "train/check_corpora.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "io/descriptor.h"
#include "io/regular_file.h"

namespace dragoman {
namespace {

// If more than one pair in kShareOfLong is too long, a warning says so.
constexpr uint64_t kShareOfLong = 10;
constexpr const char* kAdviceOnLong =
    "split the text into sentences, one a line, or take longer lines by --set data.max_length=N "
    "--set model.max_length=N";

}  // namespace

void check_corpora(const DataSettings& data) {
  for (const CorpusSettings& corpus : data.train) {
    if (corpus.is_stdin()) continue;
    for (const std::string& path : corpus.files()) check_can_be_read_again(path);
  }
}

void check_text_is_there(const DataSettings& data) {
  std::vector<CorpusSettings> corpora = data.train;
  corpora.push_back(data.valid);
  for (const CorpusSettings& corpus : corpora) {
    for (const std::string& path : corpus.files())
      if (!can_be_read_once_only(path)) open_for_reading(path);
  }
}

void warn_of_tags(const DataSettings& data, const Logger& log) {
  const std::string& tag = data.valid.tag;
  const auto has_it = [&](const CorpusSettings& corpus) { return corpus.tag == tag; };
  // The text of corpora without one may have tags of its own.
  const auto has_tag = [](const CorpusSettings& corpus) { return !corpus.tag.empty(); };
  if (data.valid.empty() || std::ranges::any_of(data.train, has_it)) return;
  if (tag.empty()) {
    log->warn(
        "all corpora of data.train have a tag, but data.valid has none, so that validations "
        "translate sources such as training never reads: set data.valid.tag, as to {}",
        data.train.front().tag);
  } else if (std::ranges::any_of(data.train, has_tag)) {
    log->warn("data.valid.tag is {}, which no corpus of data.train has", tag);
  }
}

void log_counts(const CorpusSettings& corpus, const PairCounts& counts, bool is_only,
                const Logger& log) {
  const std::string text = counts.text(corpus.is_monolingual());
  if (counts.kept == 0 && corpus.weight > 0 && !is_only) {
    log->warn("train: {}: {}; nothing is trained on of this corpus, whatever its weight",
              corpus.name(), text);
  } else if (counts.kept > 0 && counts.too_long * kShareOfLong > counts.kept + counts.too_long) {
    log->warn("train: {}: {}; {}", corpus.name(), text, kAdviceOnLong);
  } else {
    log->info("train: {}: {}", corpus.name(), text);
  }
}

void throw_unusable(const std::string& what, const PairCounts& counts, bool is_monolingual) {
  const bool is_long = counts.too_long > counts.empty + counts.too_short + counts.unlike;
  throw std::runtime_error(
      what + " has no usable " + (is_monolingual ? "lines" : "pairs") + ": " +
      counts.text(is_monolingual) + "; " +
      (is_long ? kAdviceOnLong
               : "check the text, and data.min_length, data.max_length and data.max_ratio"));
}

}  // namespace dragoman
