#pragma once

#include <string>

#include "data/data_settings.h"

namespace dragoman {

/// A corpus of two files.
inline CorpusSettings corpus_of(const std::string& source, const std::string& target) {
  CorpusSettings corpus;
  corpus.source = source;
  corpus.target = target;
  return corpus;
}

}  // namespace dragoman
