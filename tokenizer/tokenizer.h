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

/// How a SentencePiece model cuts words into pieces; numbered as in its files.
enum class SegmentationModel { kUnigram = 1, kBpe = 2, kWord = 3, kChar = 4 };

/// One piece of a vocabulary. A score is a log-probability (unigram) or says which merge comes
/// first (BPE: the highest).
struct VocabularyPiece {
  std::string text;
  int32_t id = 0;
  float score = 0;
  bool is_ordinary = true;  // no symbol of the user, byte, or control symbol
};

/// Text to token ids and back, for one language or several that share a vocabulary of V tokens. Ids
/// are those of the SentencePiece model; padding is not one of its pieces: it is the id after them,
/// the last one, V - 1. With a vocabulary of its own (tokenizer/vocabulary.h) ids are those of the
/// vocabulary, pieces that it lacks are unknown, and one of its language codes, as >>fra<<, at the
/// beginning of a text is a token. All members may be called from several threads at once.
class Tokenizer {
 public:
  /// Loads a SentencePiece model and, unless the path is empty, a vocabulary. Throws
  /// std::runtime_error if they cannot be read or have no end-of-sentence or unknown token.
  Tokenizer(const std::string& model_path, bool lowercase, const std::string& vocabulary_path = "");
  ~Tokenizer();
  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;

  /// Ids of normalised `text`, without end of sentence; empty for blank text, unless the model
  /// keeps white space.
  TokenIds encode(std::string_view text) const;
  /// Tokens of `text` as strings.
  std::vector<std::string> encode_as_pieces(std::string_view text) const;
  /// Text of `ids`; end of sentence and padding are passed over.
  std::string decode(const TokenIds& ids) const;
  std::string decode_pieces(const std::vector<std::string>& pieces) const;
  /// The pieces of `ids`, as strings.
  std::vector<std::string> pieces_of(const TokenIds& ids) const;
  /// The id of a piece; none if the vocabulary lacks it.
  std::optional<int32_t> id_of(const std::string& piece) const;
  /// What decode(encode(text)) gives when every character is covered: text normalised (and
  /// lower-cased) as encode does.
  std::string normalize(std::string_view text) const;

  SegmentationModel segmentation_model() const;
  /// All pieces but end of sentence, unknown and such as are never used. Where the vocabulary lacks
  /// a piece, its id is that of unknown.
  std::vector<VocabularyPiece> vocabulary() const;

  /// Texts that are one token wherever they stand, as tags are.
  std::vector<std::string> user_symbols() const;

  int64_t vocabulary_size() const;  // V, padding included
  /// All V tokens by id; padding, where it has no name, is "<pad>" (or "<pad>_" where a piece has
  /// that name).
  std::vector<std::string> tokens() const;
  int32_t eos_id() const;
  int32_t unknown_id() const;
  int32_t pad_id() const { return static_cast<int32_t>(vocabulary_size() - 1); }

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Throws std::runtime_error unless the file is a whole SentencePiece model.
void check_sentencepiece_model(const std::string& path);

/// Throws std::invalid_argument for settings of which one makes nothing of another.
void check_tokenizer_settings(const TokenizerSettings& settings);

/// Trains a SentencePiece model on `lines` and writes it to `model_path`: end of sentence 0,
/// unknown 1, no begin of sentence, settings.vocabulary_size - 1 pieces. With keep_whitespace the
/// line feed is a piece, as is the tab where there is one, and decoding gives back any text of the
/// vocabulary's characters (but for U+2581, which stands for a space). The result depends on lines
/// and settings alone. Throws std::invalid_argument if the text does not allow so large a
/// vocabulary, saying the largest that it does; with type char and keep_whitespace it may be
/// smaller.
void train_tokenizer(const std::vector<std::string>& lines, const TokenizerSettings& settings,
                     const std::string& model_path);

}  // namespace dragoman
