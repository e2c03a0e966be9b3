#pragma once

#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "capi/texts.h"
#include "translate/translation.h"
#include "translate/translator.h"

namespace dragoman {

/// A translation in the layout of the C interface.
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
  /// Each line must have at least one translation.
  dragoman_translations(std::vector<std::vector<dragoman::Translation>> found,
                        dragoman::TranslationCounts counted = {});

  /// Returns translation `rank` of line `line`, laid out at the first request because most callers
  /// need only the texts. Thread-safe.
  const dragoman::TranslationView& view_of(size_t line, size_t rank) const;

  std::vector<std::vector<dragoman::Translation>> lines;
  dragoman::TranslationCounts counts;
  std::vector<dragoman_text> best;
  dragoman_texts notes;  // the notes of `counts`

 private:
  mutable std::mutex mutex_;
  mutable std::map<std::pair<size_t, size_t>, dragoman::TranslationView> views_;  // by line, rank
};

namespace dragoman {

/// Makes translations with one translation for each line.
dragoman_translations* one_for_each(std::vector<Translation> translations,
                                    TranslationCounts counts = {});

}  // namespace dragoman
