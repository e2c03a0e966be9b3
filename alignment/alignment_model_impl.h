#pragma once

#include "alignment/alignment_model.h"
#include "alignment/alignment_parameters.h"
#include "alignment/word_list.h"

namespace dragoman {

struct AlignmentModel::Impl {
  WordList source_words;
  WordList target_words;
  AlignmentParameters parameters;
};

}  // namespace dragoman
