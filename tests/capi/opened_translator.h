#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "capi/dragoman.h"
#include "catch.h"

namespace dragoman {

inline dragoman_text text(std::string_view of) { return {of.data(), of.size()}; }

/// The code and the message of an error, which is freed.
inline std::pair<int, std::string> taken(dragoman_error* error) {
  if (error == nullptr) return {0, ""};
  std::pair<int, std::string> result = {dragoman_error_code(error), dragoman_error_message(error)};
  dragoman_error_free(error);
  return result;
}

inline std::vector<std::string> list_of_texts(const dragoman_texts* texts) {
  size_t count = 0;
  const dragoman_text* const views = dragoman_texts_view(texts, &count);
  std::vector<std::string> strings;
  for (size_t i = 0; i < count; ++i) strings.emplace_back(views[i].data, views[i].size);
  return strings;
}

/// A translator and the translations of the last call.
struct Opened {
  explicit Opened(const std::string& run) {
    const dragoman_text name = text(run);
    REQUIRE(dragoman_translator_open(&name, 1, nullptr, 0, &translator) == nullptr);
  }
  ~Opened() {
    dragoman_translations_free(found);
    dragoman_translator_free(translator);
  }

  std::pair<int, std::string> translate(const std::string& line,
                                        const std::vector<dragoman_option>& options = {}) {
    const dragoman_text view = text(line);
    const dragoman_lines lines{sizeof lines, &view, 1, nullptr, nullptr, {}, nullptr, 0, nullptr};
    const dragoman_call call{sizeof call, options.data(), options.size(),
                             nullptr,     nullptr,        nullptr};
    dragoman_translations_free(found);
    found = nullptr;
    return taken(dragoman_translate(translator, &lines, &call, &found));
  }

  dragoman_translator* translator = nullptr;
  dragoman_translations* found = nullptr;
};

}  // namespace dragoman
