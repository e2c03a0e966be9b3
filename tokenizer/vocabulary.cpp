#include "tokenizer/vocabulary.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "io/atomic_file.h"

namespace dragoman {
namespace {

constexpr std::string_view kCodeBegin = ">>", kCodeEnd = "<<";

[[noreturn]] void fail(const std::string& source, const std::string& reason) {
  throw std::runtime_error("cannot use the vocabulary '" + source + "': " + reason +
                           "; import the model again");
}

}  // namespace

Vocabulary::Vocabulary(std::vector<std::string> tokens, const std::string& source)
    : tokens_(std::move(tokens)) {
  for (size_t id = 0; id < tokens_.size(); ++id) {
    const bool is_new = ids_.emplace(tokens_[id], static_cast<int32_t>(id)).second;
    if (!is_new) fail(source, "it has the token " + tokens_[id] + " twice");
  }
  eos_id_ = id_of("</s>", source);
  unknown_id_ = id_of("<unk>", source);
}

Vocabulary Vocabulary::load(const std::string& path) {
  const auto json = nlohmann::json::parse(read_file(path), nullptr, /*allow_exceptions=*/false);
  if (!json.is_array()) fail(path, "it is damaged, or no list of tokens");
  std::vector<std::string> tokens;
  for (const auto& token : json) {
    if (!token.is_string()) fail(path, "it holds something else than tokens: " + token.dump());
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

int32_t Vocabulary::id_of(const std::string& token, const std::string& source) const {
  const auto id = find(token);
  if (!id) fail(source, "it has no token " + token);
  return *id;
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
