#pragma once

#include <string>

namespace dragoman {

/// A sentence and its translation, raw text; or a line of a language model's text, the target.
struct SentencePair {
  std::string source;
  std::string target;
};

}  // namespace dragoman
