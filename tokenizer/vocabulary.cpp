#include "tokenizer/vocabulary.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "io/atomic_file.h"

namespace dragoman {
namespace {

constexpr std::string_view kCodeBegin = ">>", kCodeEnd = "<<";

[[noreturn]] void fail(const std::string& source, const std::string& reason,
                       const std::string& advice) {
  throw std::runtime_error("cannot use the vocabulary '" + source + "': " + reason + "; " + advice);
}

}  // namespace

Vocabulary::Vocabulary(std::vector<std::string> tokens, const std::string& source,
                       const std::string& advice)
    : tokens_(std::move(tokens)) {
  for (size_t id = 0; id < tokens_.size(); ++id) {
    const bool is_new = ids_.emplace(tokens_[id], static_cast<int32_t>(id)).second;
    if (!is_new) fail(source, "it has the token " + tokens_[id] + " twice", advice);
  }
  const auto id_of = [&](const std::string& token) {
    const auto id = find(token);
    if (!id) fail(source, "it has no token " + token, advice);
    return *id;
  };
  eos_id_ = id_of("</s>");
  unknown_id_ = id_of("<unk>");
}

Vocabulary Vocabulary::load(const std::string& path) {
  const auto json = nlohmann::json::parse(read_file(path), nullptr, /*allow_exceptions=*/false);
  if (!json.is_array()) fail(path, "it is damaged, or no list of tokens", kImportAgain);
  std::vector<std::string> tokens;
  for (const auto& token : json) {
    if (!token.is_string())
      fail(path, "entry " + std::to_string(tokens.size() + 1) + " of its list is no token",
           kImportAgain);
    tokens.push_back(token);
  }
  return {std::move(tokens), path};
}

void Vocabulary::save(const std::string& path) const {
  write_file_atomically(path, nlohmann::json(tokens_).dump(0) + "\n");
}

std::optional<int32_t> Vocabulary::find(const std::string& token) const {
  const auto found = ids_.find(token);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

void append_padding(std::vector<std::string>& tokens) {
  std::string padding = "<pad>";
  while (std::find(tokens.begin(), tokens.end(), padding) != tokens.end()) padding += '_';
  tokens.push_back(padding);
}

bool is_language_code(std::string_view token) {
  return !token.empty() && leading_language_code(token) == token;
}

std::string_view leading_language_code(std::string_view text) {
  if (!text.starts_with(kCodeBegin)) return {};
  const size_t end = text.find(kCodeEnd, kCodeBegin.size() + 1);
  return end == std::string_view::npos ? std::string_view() : text.substr(0, end + kCodeEnd.size());
}

}  // namespace dragoman
