#include "tokenizer/tokenizer.h"

#include <sentencepiece_processor.h>

#include <new>
#include <optional>
#include <stdexcept>

#include "io/atomic_file.h"
#include "io/text_edits.h"
#include "tokenizer/model_proto.h"
#include "tokenizer/space_symbol.h"
#include "tokenizer/unicode_text.h"
#include "tokenizer/vocabulary.h"

namespace dragoman {
namespace {

void require(bool condition, const std::string& path, const std::string& reason) {
  if (condition) return;
  throw std::runtime_error("cannot load the tokenizer '" + path + "': " + reason +
                           "; name a whole SentencePiece model, as RUN/tokenizer.model");
}

void check(const sentencepiece::util::Status& status) {
  if (!status.ok()) throw std::runtime_error("SentencePiece failed: " + status.ToString());
}

/// SentencePiece's table of pieces throws exceptions for some damaged models.
bool load(const std::string& model, sentencepiece::SentencePieceProcessor& processor) {
  try {
    return processor.LoadFromSerializedProto(model).ok();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    return false;
  }
}

/// Loads a complete model and returns the file's content.
std::string load_model(const std::string& path, sentencepiece::SentencePieceProcessor& processor) {
  const std::string model = read_file(path);
  require(load(model, processor) && has_all_parts(model), path,
          "it is damaged or no SentencePiece model");
  return model;
}

/// Replaces space symbols in `text` by spaces.
std::string with_spaces(std::string_view text) {
  std::string result(text);
  replace_all(result, kSpaceSymbol, " ");
  return result;
}

}  // namespace

struct Tokenizer::Impl {
  std::string prepare(std::string_view text) const {
    return lowercase ? to_lowercase(text) : std::string(text);
  }

  const std::string& piece_of(int32_t id) const {
    return vocabulary ? vocabulary->tokens()[id] : processor.IdToPiece(id);
  }
  int32_t id_of(const std::string& piece) const {
    return vocabulary->find(piece).value_or(vocabulary->unknown_id());
  }
  /// Removes a language code from the beginning of `text`, if the vocabulary has it, and returns
  /// it.
  std::string take_language_code(std::string_view& text) const {
    const std::string code(vocabulary ? leading_language_code(text) : std::string_view());
    if (code.empty() || !vocabulary->find(code)) return "";
    text.remove_prefix(code.size());
    return code;
  }

  sentencepiece::SentencePieceProcessor processor;
  bool lowercase = false;
  bool keeps_spaces = false;  // no space is added before a text
  std::string model;          // the file's content
  SegmentationModel segmentation = SegmentationModel::kUnigram;
  std::optional<Vocabulary> vocabulary;  // if set, ids are the vocabulary's, not the model's
};

Tokenizer::Tokenizer(const std::string& model_path, bool lowercase,
                     const std::string& vocabulary_path)
    : impl_(std::make_unique<Impl>()) {
  impl_->lowercase = lowercase;
  if (!vocabulary_path.empty()) impl_->vocabulary = Vocabulary::load(vocabulary_path);
  impl_->model = load_model(model_path, impl_->processor);
  impl_->keeps_spaces = keeps_spaces(impl_->model);
  impl_->segmentation = segmentation_of(impl_->model);
  require(eos_id() >= 0, model_path, "it has no end-of-sentence token");
  require(unknown_id() >= 0, model_path, "it has no unknown token");
}

Tokenizer::~Tokenizer() = default;
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;

TokenIds Tokenizer::encode(std::string_view text) const {
  TokenIds ids;
  if (impl_->vocabulary) {
    for (const std::string& piece : encode_as_pieces(text)) ids.push_back(impl_->id_of(piece));
  } else {
    check(impl_->processor.Encode(impl_->prepare(text), &ids));
  }
  return ids;
}

std::vector<std::string> Tokenizer::encode_as_pieces(std::string_view text) const {
  std::vector<std::string> pieces;
  const std::string code = impl_->take_language_code(text);
  check(impl_->processor.Encode(impl_->prepare(text), &pieces));
  if (!code.empty()) pieces.insert(pieces.begin(), code);
  return pieces;
}

std::string Tokenizer::decode(const TokenIds& ids) const {
  TokenIds text_ids;
  for (const int32_t id : ids) {
    if (id < 0 || id >= vocabulary_size()) {
      throw std::invalid_argument("token id " + std::to_string(id) +
                                  " is not in the vocabulary, whose ids are 0 to " +
                                  std::to_string(vocabulary_size() - 1));
    }
    if (id != eos_id() && id != pad_id()) text_ids.push_back(id);
  }
  if (impl_->vocabulary) return decode_pieces(pieces_of(text_ids));
  std::string text;
  check(impl_->processor.Decode(text_ids, &text));
  // Bytes may spell space symbols, as before an unknown word with type none. Decode() leaves them.
  const bool has_prefix = !impl_->keeps_spaces && text.starts_with(kSpaceSymbol);
  return with_spaces(std::string_view(text).substr(has_prefix ? kSpaceSymbol.size() : 0));
}

std::string Tokenizer::decode_pieces(const std::vector<std::string>& pieces) const {
  std::string text;
  check(impl_->processor.Decode(pieces, &text));
  // Decode() leaves pieces outside the model as they are, with space symbols.
  text = with_spaces(text);
  const bool has_prefix = !impl_->keeps_spaces && text.starts_with(' ');
  return has_prefix ? text.substr(1) : text;
}

std::vector<std::string> Tokenizer::pieces_of(const TokenIds& ids) const {
  std::vector<std::string> pieces;
  for (const int32_t id : ids) pieces.push_back(impl_->piece_of(id));
  return pieces;
}

std::optional<int32_t> Tokenizer::id_of(const std::string& piece) const {
  if (impl_->vocabulary) return impl_->vocabulary->find(piece);
  const int32_t id = impl_->processor.PieceToId(piece);
  if (impl_->processor.IdToPiece(id) != piece) return std::nullopt;
  return id;
}

// SentencePiece normalises only while it makes pieces. These hold the normalised text, even of
// unknown characters.
std::string Tokenizer::normalize(std::string_view text) const {
  return decode_pieces(encode_as_pieces(text));
}

SegmentationModel Tokenizer::segmentation_model() const { return impl_->segmentation; }

std::vector<VocabularyPiece> Tokenizer::vocabulary() const {
  std::vector<VocabularyPiece> pieces = vocabulary_of(impl_->model);
  if (!impl_->vocabulary) return pieces;
  for (VocabularyPiece& piece : pieces) piece.id = impl_->id_of(piece.text);
  for (const std::string& token : impl_->vocabulary->tokens()) {
    if (is_language_code(token))
      pieces.push_back(
          {.text = token, .id = impl_->id_of(token), .score = 0, .is_ordinary = false});
  }
  return pieces;
}

std::vector<std::string> Tokenizer::user_symbols() const {
  std::vector<std::string> symbols;
  for (const VocabularyPiece& piece : vocabulary()) {
    if (piece.is_ordinary) continue;
    if (impl_->processor.IsByte(impl_->processor.PieceToId(piece.text))) continue;
    const bool has_space = piece.text.starts_with(kSpaceSymbol);
    symbols.push_back(piece.text.substr(has_space ? kSpaceSymbol.size() : 0));
  }
  return symbols;
}

int64_t Tokenizer::vocabulary_size() const {
  return impl_->vocabulary ? static_cast<int64_t>(impl_->vocabulary->tokens().size())
                           : impl_->processor.GetPieceSize() + 1;
}

std::vector<std::string> Tokenizer::tokens() const {
  if (impl_->vocabulary) return impl_->vocabulary->tokens();
  std::vector<std::string> tokens;
  for (int id = 0; id < impl_->processor.GetPieceSize(); ++id)
    tokens.push_back(impl_->processor.IdToPiece(id));
  append_padding(tokens);
  return tokens;
}

int32_t Tokenizer::eos_id() const {
  return impl_->vocabulary ? impl_->vocabulary->eos_id() : impl_->processor.eos_id();
}

int32_t Tokenizer::unknown_id() const {
  return impl_->vocabulary ? impl_->vocabulary->unknown_id() : impl_->processor.unk_id();
}

void check_sentencepiece_model(const std::string& path) {
  sentencepiece::SentencePieceProcessor processor;
  load_model(path, processor);
}

}  // namespace dragoman
