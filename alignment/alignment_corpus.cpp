#include "alignment/alignment_corpus.h"

#include <stdexcept>

#include "alignment/corpus_words.h"
#include "alignment/word_pair_file.h"

namespace dragoman {

struct AlignmentCorpus::Impl {
  CorpusWords source;
  CorpusWords target;
  WordPairFile pairs;
  bool is_finished = false;
};

AlignmentCorpus::AlignmentCorpus() : impl_(std::make_unique<Impl>()) {}
AlignmentCorpus::~AlignmentCorpus() = default;
AlignmentCorpus::AlignmentCorpus(AlignmentCorpus&&) noexcept = default;
AlignmentCorpus& AlignmentCorpus::operator=(AlignmentCorpus&&) noexcept = default;

void AlignmentCorpus::add(std::string_view source, std::string_view target) {
  if (impl_->is_finished)
    throw std::invalid_argument(
        "a corpus takes no more pairs once training on it has begun: begin a new one");
  impl_->pairs.add(impl_->source.add(source), impl_->target.add(target));
}

void AlignmentCorpus::finish() {
  if (impl_->is_finished) return;
  impl_->pairs.finish();
  impl_->is_finished = true;
}

bool AlignmentCorpus::has_words() const {
  return source().list().size() > 0 && target().list().size() > 0;
}

const CorpusWords& AlignmentCorpus::source() const { return impl_->source; }

const CorpusWords& AlignmentCorpus::target() const { return impl_->target; }

const WordPairFile& AlignmentCorpus::pairs() const {
  if (!impl_->is_finished)
    throw std::invalid_argument("the pairs of a corpus can be read after finish(): call it first");
  return impl_->pairs;
}

}  // namespace dragoman
