#include "data/file_languages.h"

#include <unicode/uloc.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "io/ascii.h"

namespace dragoman {
namespace {

constexpr std::string_view kEndings[] = {".gz", ".txt", ".tsv"};  // in the order of removal

bool is_language(const std::string& code) {
  for (const char* const* known = uloc_getISOLanguages(); *known != nullptr; ++known)
    if (code == *known) return true;
  return false;
}

bool all_of(std::string_view text, bool (*is_kind)(char)) {
  return std::all_of(text.begin(), text.end(), is_kind);
}

/// Languages and countries whose codes in small letters are those of languages, too: Breton, Twi.
constexpr std::pair<std::string_view, std::string_view> kVariants[] = {
    {"pt", "br"}, {"zh", "tw"}, {"en", "ca"}, {"fr", "ca"}, {"de", "ch"}, {"fr", "ch"},
    {"it", "ch"}, {"fr", "be"}, {"nl", "be"}, {"es", "ar"}, {"es", "co"}};

bool is_country_in_capitals(const std::string& code) {
  for (const char* const* known = uloc_getISOCountries(); *known != nullptr; ++known)
    if (code == *known) return true;
  return false;
}

/// True for the country of a variant of `language` in small letters, such as br in pt_br.
bool is_small_country(const std::string& text, std::string_view language) {
  const auto* const variant = std::find(std::begin(kVariants), std::end(kVariants),
                                        std::pair{language, std::string_view(text)});
  if (variant != std::end(kVariants)) return true;
  if (!all_of(text, is_ascii_lower) || is_language(text)) return false;
  return is_country_in_capitals(to_ascii_uppercase(text));
}

/// True for a country or script, such as BR in pt-BR and Hant in zh-Hant.
bool is_region(std::string_view text) {
  const bool is_country = text.size() == 2 && all_of(text, is_ascii_upper);
  const bool is_script = text.size() == 4 && all_of(text.substr(0, 1), is_ascii_upper) &&
                         all_of(text.substr(1), is_ascii_lower);
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

/// Removes a language and its region from the end of a name.
std::optional<std::string> take_language(std::string& name, bool knows_small_countries) {
  const std::string whole = name;
  std::string last = take_last(name);
  std::string rest = name;
  const std::string before = take_last(rest);
  const bool may_be_small = knows_small_countries && whole[name.size()] != '.';
  if (is_region(last) || (may_be_small && is_small_country(last, before))) {
    last = before;
    name = rest;
  }
  if (is_language(last)) return last;
  return std::nullopt;
}

std::optional<std::pair<std::string, std::string>> take_languages(std::string name,
                                                                  bool knows_small_countries) {
  const auto second = take_language(name, knows_small_countries);
  const auto first = take_language(name, knows_small_countries);
  if (!first || !second || *first == *second) return std::nullopt;
  return std::pair{*first, *second};
}

}  // namespace

std::optional<std::string> language_of_file(const std::string& path) {
  std::string name = stem_of(path);
  return take_language(name, true);
}

std::optional<std::pair<std::string, std::string>> languages_of_file(const std::string& path) {
  const std::string name = stem_of(path);
  const auto languages = take_languages(name, true);
  return languages ? languages : take_languages(name, false);  // pt-br.tsv has two languages
}

}  // namespace dragoman
