#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tokenizer/tokenizer_settings.h"

namespace dragoman {

using TokenIds = std::vector<int32_t>;

/// Algorithm by which a SentencePiece model splits words into pieces; numbers as in its files.
enum class SegmentationModel { kUnigram = 1, kBpe = 2, kWord = 3, kChar = 4 };

/// One piece of a vocabulary. A score is a log-probability (unigram) or a merge's priority (BPE:
/// the highest is merged first).
struct VocabularyPiece {
  std::string text;
  int32_t id = 0;
  float score = 0;
  bool is_ordinary = true;  // not a user symbol, byte, or control symbol
};

/// Converts text to token ids and back, for one language or several that share a vocabulary of V
/// tokens. Ids are those of the SentencePiece model, followed by padding, V - 1, which is not a
/// piece. With a separate vocabulary file (tokenizer/vocabulary.h), ids are those of that
/// vocabulary, and pieces that it lacks are unknown. One of its language codes, such as >>fra<<, is
/// then a token at the beginning of a text. Thread-safe.
class Tokenizer {
 public:
  /// Loads a SentencePiece model and, unless the path is empty, a vocabulary. Throws
  /// std::runtime_error if they cannot be read or have no end-of-sentence or unknown token.
  Tokenizer(const std::string& model_path, bool lowercase, const std::string& vocabulary_path = "");
  ~Tokenizer();
  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;

  /// Returns the ids of normalised `text`, without end of sentence. Empty for blank text, unless
  /// the model keeps white space.
  TokenIds encode(std::string_view text) const;
  /// Returns the tokens of `text` as strings.
  std::vector<std::string> encode_as_pieces(std::string_view text) const;
  /// Returns the text of `ids`. Skips end of sentence and padding.
  std::string decode(const TokenIds& ids) const;
  std::string decode_pieces(const std::vector<std::string>& pieces) const;
  /// Returns the pieces of `ids`, as strings.
  std::vector<std::string> pieces_of(const TokenIds& ids) const;
  /// Returns the id of a piece, or nullopt if the vocabulary lacks it.
  std::optional<int32_t> id_of(const std::string& piece) const;
  /// Normalises (and lower-cases) text as encode() does. Equals decode(encode(text)) if the
  /// vocabulary covers every character.
  std::string normalize(std::string_view text) const;

  SegmentationModel segmentation_model() const;
  /// Returns all pieces except end of sentence, unknown and unused ones. A piece that the
  /// vocabulary lacks has the id of unknown.
  std::vector<VocabularyPiece> vocabulary() const;

  /// Texts, such as tags, that are always one token.
  std::vector<std::string> user_symbols() const;

  int64_t vocabulary_size() const;  // V, padding included
  /// Returns all V tokens by id. Padding without a name is "<pad>" (or "<pad>_" if a piece has that
  /// name).
  std::vector<std::string> tokens() const;
  int32_t eos_id() const;
  int32_t unknown_id() const;
  int32_t pad_id() const { return static_cast<int32_t>(vocabulary_size() - 1); }

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Throws std::runtime_error unless the file is a complete SentencePiece model.
void check_sentencepiece_model(const std::string& path);

/// Throws std::invalid_argument if one setting makes another meaningless or impossible.
void check_tokenizer_settings(const TokenizerSettings& settings);

/// Trains a SentencePiece model on `lines` and writes it to `model_path`. Ids: end of sentence 0,
/// unknown 1, no begin of sentence; settings.vocabulary_size - 1 pieces. With keep_whitespace, the
/// line feed is a piece, and so is the tab if the text has one. Decoding then restores any text of
/// the vocabulary's characters (except U+2581, which represents a space). The result depends on
/// lines and settings alone. Throws std::invalid_argument if the text is too small for the
/// vocabulary; the message gives the largest possible size. With type char and keep_whitespace, the
/// vocabulary may be smaller than its setting.
void train_tokenizer(const std::vector<std::string>& lines, const TokenizerSettings& settings,
                     const std::string& model_path);

/// As train_tokenizer(), on the lines of files, plain or gzip, which are read several times: memory
/// holds only the lines to learn from. Also throws std::runtime_error for a file that cannot be
/// read, and with "file:line" for invalid UTF-8.
void train_tokenizer_on_files(const std::vector<std::string>& paths,
                              const TokenizerSettings& settings, const std::string& model_path);

}  // namespace dragoman
