#pragma once

#include <memory>

#include "serve/served_model.h"
#include "tiny_folders.h"

namespace dragoman {

/// The tiny folders, opened.
inline std::shared_ptr<const ServedModel> served_translator() {
  static const auto model = std::make_shared<const ServedModel>("tiny", tiny_translator(),
                                                                TranslatorOptions{.threads = 1});
  return model;
}

inline std::shared_ptr<const ServedModel> served_language_model() {
  static const auto model = std::make_shared<const ServedModel>("tiny-lm", tiny_language_model(),
                                                                TranslatorOptions{.threads = 1});
  return model;
}

}  // namespace dragoman
