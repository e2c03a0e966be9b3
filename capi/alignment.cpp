#include <mutex>

#include "alignment/alignment_trainer.h"
#include "capi/call.h"
#include "capi/guard.h"
#include "capi/links.h"

struct dragoman_alignment_corpus {
  std::mutex mutex;  // held while the corpus changes
  dragoman::AlignmentCorpus corpus;
  dragoman::Opener opener;
};

struct dragoman_alignment_model {
  dragoman::AlignmentModel model;
};

struct dragoman_alignments {
  explicit dragoman_alignments(std::vector<std::vector<dragoman::AlignmentLink>> found)
      : pairs(std::move(found)) {
    for (const auto& links : pairs) views.push_back({dragoman::links_of(links), links.size()});
  }

  std::vector<std::vector<dragoman::AlignmentLink>> pairs;
  std::vector<dragoman_links> views;
};

namespace dragoman {
namespace {

std::vector<SentencePair> pairs_of(const dragoman_text* sources, const dragoman_text* targets,
                                   size_t count) {
  const auto given = list_of(sources, count, "sources");
  const auto translations = list_of(targets, count, "targets");
  std::vector<SentencePair> pairs(count);
  for (size_t i = 0; i < count; ++i) pairs[i] = {string_of(given[i]), string_of(translations[i])};
  return pairs;
}

/// Throws std::runtime_error in a child of the process that opened the corpus: both would write to
/// the same temporary file.
AlignmentCorpus& opened(dragoman_alignment_corpus& handle) {
  handle.opener.check("the corpus");
  return handle.corpus;
}

/// Ends adding. Throws std::invalid_argument if there is nothing to train on.
void finish(dragoman_alignment_corpus& corpus) {
  AlignmentCorpus& pairs = opened(corpus);
  const std::lock_guard lock(corpus.mutex);
  if (!pairs.has_words())
    throw std::invalid_argument(
        "there are no pairs with words on both sides: give a sentence and its translation at "
        "least");
  pairs.finish();
}

}  // namespace
}  // namespace dragoman

dragoman_error* dragoman_alignment_corpus_open(dragoman_alignment_corpus** out) {
  return dragoman::guarded([&] { *out = new dragoman_alignment_corpus; });
}

void dragoman_alignment_corpus_free(dragoman_alignment_corpus* corpus) { delete corpus; }

dragoman_error* dragoman_alignment_corpus_add(dragoman_alignment_corpus* corpus,
                                              const dragoman_text* sources,
                                              const dragoman_text* targets, size_t count) {
  return dragoman::guarded([&] {
    dragoman::AlignmentCorpus& opened = dragoman::opened(*corpus);
    const auto pairs = dragoman::pairs_of(sources, targets, count);
    const std::lock_guard lock(corpus->mutex);
    for (const dragoman::SentencePair& pair : pairs) opened.add(pair.source, pair.target);
  });
}

dragoman_error* dragoman_alignment_model_train(dragoman_alignment_corpus* corpus,
                                               const dragoman_call* call,
                                               dragoman_alignment_model** out) {
  return dragoman::guarded([&] {
    const dragoman::Call made(call);
    const auto options = made.settings<dragoman::AlignmentTrainingOptions>();
    dragoman::finish(*corpus);
    *out = new dragoman_alignment_model{dragoman::train_alignment_model(corpus->corpus, options)};
  });
}

dragoman_error* dragoman_alignment_model_open(dragoman_text path, dragoman_alignment_model** out) {
  return dragoman::guarded([&] {
    *out = new dragoman_alignment_model{dragoman::AlignmentModel::load(dragoman::path_of(path))};
  });
}

dragoman_error* dragoman_alignment_model_save(const dragoman_alignment_model* model,
                                              dragoman_text path) {
  return dragoman::guarded([&] { model->model.save(dragoman::output_path_of(path)); });
}

void dragoman_alignment_model_free(dragoman_alignment_model* model) { delete model; }

dragoman_error* dragoman_align(const dragoman_alignment_model* model, const dragoman_text* sources,
                               const dragoman_text* targets, size_t count,
                               const dragoman_call* call, dragoman_alignments** out) {
  return dragoman::guarded([&] {
    const dragoman::Call made(call);
    const auto options = made.settings<dragoman::AlignOptions>();
    *out = new dragoman_alignments(
        model->model.align(dragoman::pairs_of(sources, targets, count), options));
  });
}

const dragoman_links* dragoman_alignments_view(const dragoman_alignments* alignments,
                                               size_t* count) {
  *count = alignments->views.size();
  return alignments->views.data();
}

void dragoman_alignments_free(dragoman_alignments* alignments) { delete alignments; }
