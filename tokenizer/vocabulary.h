#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dragoman {

/// Tokens by id, for models whose ids are not those of a SentencePiece model, such as imported
/// ones; the vocabulary is then a file of its own. All V tokens, padding last, each once, including
/// "</s>" and "<unk>".
class Vocabulary {
 public:
  /// Throws std::runtime_error that names the file `source` and gives `advice` if `tokens` break
  /// these rules.
  Vocabulary(std::vector<std::string> tokens, const std::string& source,
             const std::string& advice = kImportAgain);
  /// Reads a JSON list of tokens, as save() writes it. Throws std::runtime_error.
  static Vocabulary load(const std::string& path);
  void save(const std::string& path) const;

  std::optional<int32_t> find(const std::string& token) const;
  const std::vector<std::string>& tokens() const { return tokens_; }
  int32_t eos_id() const { return eos_id_; }
  int32_t unknown_id() const { return unknown_id_; }

 private:
  static constexpr const char* kImportAgain = "import the model again";

  std::vector<std::string> tokens_;
  std::unordered_map<std::string, int32_t> ids_;
  int32_t eos_id_ = 0;
  int32_t unknown_id_ = 0;
};

/// Appends padding, "<pad>", or "<pad>_" if a token has that name.
void append_padding(std::vector<std::string>& tokens);

/// True for a token that names the target language, such as ">>fra<<".
bool is_language_code(std::string_view token);

/// Returns the language code at the beginning of `text`; "" if there is none.
std::string_view leading_language_code(std::string_view text);

}  // namespace dragoman
