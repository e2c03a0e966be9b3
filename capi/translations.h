#pragma once

#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "capi/texts.h"
#include "translate/translation.h"
#include "translate/translator.h"

namespace dragoman {

/// A translation laid out for the C interface.
class TranslationView {
 public:
  explicit TranslationView(const Translation& translation);
  dragoman_translation view() const;

 private:
  const Translation& translation_;
  std::vector<dragoman_text> tokens_;
  std::vector<dragoman_text> source_tokens_;
  std::vector<float> attention_;
};

}  // namespace dragoman

struct dragoman_translations {
  /// Each line has one translation at least.
  dragoman_translations(std::vector<std::vector<dragoman::Translation>> found,
                        dragoman::TranslationCounts counted = {});

  /// The translation of rank `rank` of line `line`, laid out when it is first asked for: most
  /// callers want texts alone. May be called from several threads.
  const dragoman::TranslationView& view_of(size_t line, size_t rank) const;

  std::vector<std::vector<dragoman::Translation>> lines;
  dragoman::TranslationCounts counts;
  std::vector<dragoman_text> best;
  dragoman_texts notes;  // those of `counts`

 private:
  mutable std::mutex mutex_;
  mutable std::map<std::pair<size_t, size_t>, dragoman::TranslationView> views_;  // by line, rank
};

namespace dragoman {

/// Translations of which each line has one.
dragoman_translations* one_for_each(std::vector<Translation> translations);

}  // namespace dragoman
