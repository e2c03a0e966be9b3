#pragma once

#include <string>

namespace dragoman {

/// A sentence and its translation, raw text.
struct SentencePair {
  std::string source;
  std::string target;
};

}  // namespace dragoman
