#include "alignment/alignment_model.h"

#include <algorithm>
#include <atomic>

#include "alignment/alignment_model_impl.h"
#include "alignment/line_aligner.h"
#include "alignment/word_forms.h"
#include "io/settings_check.h"
#include "io/words.h"
#include "threads/cancellation.h"
#include "threads/run_in_threads.h"
#include "threads/thread_count.h"

namespace dragoman {
namespace {

std::vector<int32_t> ids_of(std::string_view line, const WordList& words) {
  std::vector<int32_t> ids;
  for (const std::string_view word : split_words(line)) ids.push_back(words.find(word_form(word)));
  return ids;
}

}  // namespace

AlignmentModel::AlignmentModel(WordList source_words, WordList target_words,
                               AlignmentParameters parameters)
    : impl_(std::make_unique<Impl>(
          Impl{std::move(source_words), std::move(target_words), std::move(parameters)})) {}
AlignmentModel::~AlignmentModel() = default;
AlignmentModel::AlignmentModel(AlignmentModel&&) noexcept = default;
AlignmentModel& AlignmentModel::operator=(AlignmentModel&&) noexcept = default;

const AlignmentParameters& AlignmentModel::parameters() const { return impl_->parameters; }

std::vector<AlignmentLink> AlignmentModel::align(std::string_view source, std::string_view target,
                                                 Symmetrization how) const {
  check_value(how, any_value(), {.file = "", .path = "symmetrize"});
  const std::vector<int32_t> source_ids = ids_of(source, impl_->source_words);
  const std::vector<int32_t> target_ids = ids_of(target, impl_->target_words);
  LineAligner aligner(impl_->parameters, how);
  for (const WordPair& part : parts_of(source_ids, target_ids)) {
    Cancellation::check();  // for each part, since a long line takes minutes
    aligner.add(part);
  }
  return aligner.take();
}

std::vector<std::vector<AlignmentLink>> AlignmentModel::align(
    const std::vector<SentencePair>& pairs, const AlignOptions& options) const {
  check_settings(options);
  std::vector<std::vector<AlignmentLink>> links(pairs.size());
  std::atomic<size_t> next = 0;
  run_in_threads(std::min(threads_or_default(options.threads), pairs.size()), [&](size_t) {
    for (size_t i = next++; i < pairs.size(); i = next++)
      links[i] = align(pairs[i].source, pairs[i].target, options.symmetrize);
  });
  return links;
}

}  // namespace dragoman
