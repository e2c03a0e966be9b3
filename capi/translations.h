#pragma once

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

  std::vector<std::vector<dragoman::Translation>> lines;
  dragoman::TranslationCounts counts;
  std::vector<dragoman_text> best;
  std::vector<std::vector<dragoman::TranslationView>> views;
};

namespace dragoman {

/// Translations of which each line has one.
dragoman_translations* one_for_each(std::vector<Translation> translations);

}  // namespace dragoman
