#include "data/file_languages.h"

#include <unicode/uloc.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>

namespace dragoman {
namespace {

constexpr std::string_view kEndings[] = {".gz", ".txt", ".tsv"};  // in the order of removal

bool is_language(const std::string& code) {
  for (const char* const* known = uloc_getISOLanguages(); *known != nullptr; ++known)
    if (code == *known) return true;
  return false;
}

bool all_of(std::string_view text, int (*is_kind)(int)) {
  return std::all_of(text.begin(), text.end(), [&](unsigned char c) { return is_kind(c) != 0; });
}

/// True for a country or script, such as BR in pt-BR and Hant in zh-Hant.
bool is_region(std::string_view text) {
  const bool is_country = text.size() == 2 && all_of(text, std::isupper);
  const bool is_script = text.size() == 4 && all_of(text.substr(0, 1), std::isupper) &&
                         all_of(text.substr(1), std::islower);
  return is_country || is_script;
}

/// The name of the file without its folder and its endings.
std::string stem_of(const std::string& path) {
  std::string name = std::filesystem::path(path).filename();
  for (const std::string_view ending : kEndings)
    if (name.size() > ending.size() && name.ends_with(ending))
      name.resize(name.size() - ending.size());
  return name;
}

/// Removes the last part of a name and the separator before it. Returns the part.
std::string take_last(std::string& name) {
  const size_t at = name.find_last_of(".-_");
  const std::string last = at == std::string::npos ? name : name.substr(at + 1);
  name.resize(at == std::string::npos ? 0 : at);
  return last;
}

std::optional<std::string> take_language(std::string& name) {
  std::string last = take_last(name);
  if (is_region(last)) last = take_last(name);
  if (is_language(last)) return last;
  return std::nullopt;
}

}  // namespace

std::optional<std::string> language_of_file(const std::string& path) {
  std::string name = stem_of(path);
  return take_language(name);
}

std::optional<std::pair<std::string, std::string>> languages_of_file(const std::string& path) {
  std::string name = stem_of(path);
  const auto second = take_language(name);
  const auto first = take_language(name);
  if (!first || !second || *first == *second) return std::nullopt;
  return std::pair{*first, *second};
}

}  // namespace dragoman
