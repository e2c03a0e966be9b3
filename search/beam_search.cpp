#include "search/beam_search.h"

#include <algorithm>
#include <numeric>

#include "search/beam.h"
#include "search/search_steps.h"

namespace dragoman {
namespace {

class BeamSearch {
 public:
  BeamSearch(StepModel& model, std::span<const SearchTask> tasks, const SearchContext& context)
      : model_(model), context_(context), results_(tasks.size()) {
    for (const SearchTask& task : tasks) beams_.emplace_back(task, context);
    sentences_.resize(tasks.size());
    std::iota(sentences_.begin(), sentences_.end(), 0);
    parents_.assign(sentences_.begin(), sentences_.end());
    tokens_.assign(tasks.size(), model.start_token());
    state_ = model.start(model.encode(make_source_batch(tasks, context.vocabulary)));
  }

  std::vector<std::vector<Hypothesis>> run() {
    for (int64_t length = 0; !beams_.empty(); ++length) {
      const NextTokens& next = model_.step(*state_, tokens_, parents_, request());
      advance(next, length == 0 ? 1 : static_cast<size_t>(context_.settings.beam));
    }
    return std::move(results_);
  }

 private:
  StepRequest request() const {
    StepRequest request = make_request(context_.vocabulary, context_.settings);
    for (const Beam& beam : beams_) {
      request.num_best = std::max(request.num_best, beam.num_best());
      request.log_probabilities |= beam.needs_distribution();
    }
    return request;
  }

  void advance(const NextTokens& next, size_t rows_of_each) {
    std::vector<Beam> going_on;
    std::vector<int32_t> sentences;
    tokens_.clear();
    parents_.clear();
    for (size_t b = 0; b < beams_.size(); ++b) {
      if (!beams_[b].advance(next, b * rows_of_each)) {
        results_[sentences_[b]] = beams_[b].results();
        continue;
      }
      beams_[b].append_rows(b * rows_of_each, tokens_, parents_);
      sentences.push_back(sentences_[b]);
      going_on.push_back(std::move(beams_[b]));
    }
    beams_ = std::move(going_on);
    sentences_ = std::move(sentences);
  }

  StepModel& model_;
  SearchContext context_;
  std::vector<std::vector<Hypothesis>> results_;
  std::vector<Beam> beams_;         // of unfinished sentences, in the order of the decoder's rows
  std::vector<int32_t> sentences_;  // their positions in the batch
  std::unique_ptr<DecoderState> state_;
  std::vector<int32_t> tokens_;   // of the decoder's next rows
  std::vector<int32_t> parents_;  // of the decoder's next rows
};

}  // namespace

std::vector<std::vector<Hypothesis>> beam_search(StepModel& model,
                                                 std::span<const SearchTask> tasks,
                                                 const SearchVocabulary& vocabulary,
                                                 const SearchSettings& settings) {
  const TokenRules rules(settings, vocabulary);
  return BeamSearch(model, tasks, {settings, vocabulary, rules}).run();
}

}  // namespace dragoman
