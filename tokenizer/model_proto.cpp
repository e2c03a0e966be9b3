#include "tokenizer/model_proto.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

namespace dragoman {
namespace {

/// Numbers of fields.
enum ModelField : uint64_t { kPieces = 1, kTrainerSpec = 2, kNormalizerSpec = 3 };
enum PieceField : uint64_t { kText = 1, kScore = 2, kType = 3 };
constexpr uint64_t kModelType = 3;  // of the trainer's settings
enum NormalizerField : uint64_t { kAddDummyPrefix = 3, kRemoveExtraWhitespaces = 4 };

/// Kinds of pieces.
enum PieceType : uint64_t { kOrdinary = 1, kUserDefined = 4, kByte = 6 };

/// One field of a message in the protocol buffers' encoding.
struct Field {
  uint64_t number = 0;
  uint64_t value = 0;      // of a whole number, or the bits of a float
  std::string_view bytes;  // of a text or message
};

uint64_t take_varint(std::string_view& bytes) {
  uint64_t value = 0;
  for (int shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    value |= uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) break;
  }
  return value;
}

std::string_view take_bytes(std::string_view& bytes, uint64_t size) {
  const std::string_view taken = bytes.substr(0, std::min<uint64_t>(size, bytes.size()));
  bytes.remove_prefix(taken.size());
  return taken;
}

/// Takes the next field off `message`; nullopt at its end, and where it is no message.
std::optional<Field> take_field(std::string_view& message) {
  if (message.empty()) return std::nullopt;
  const uint64_t tag = take_varint(message);
  Field field{.number = tag >> 3, .value = 0, .bytes = {}};
  switch (tag & 7) {
    case 0:
      field.value = take_varint(message);
      return field;
    case 2:
      field.bytes = take_bytes(message, take_varint(message));
      return field;
    case 5: {
      uint32_t bits = 0;
      const std::string_view taken = take_bytes(message, sizeof bits);
      std::memcpy(&bits, taken.data(), taken.size());
      field.value = bits;
      return field;
    }
    default:
      return std::nullopt;
  }
}

/// The first field of that number.
std::optional<Field> find_field(std::string_view message, uint64_t number) {
  while (const auto field = take_field(message)) {
    if (field->number == number) return field;
  }
  return std::nullopt;
}

/// A setting that is true where it is not there.
bool is_set(std::string_view settings, uint64_t number) {
  const auto field = find_field(settings, number);
  return !field || field->value != 0;
}

}  // namespace

bool has_all_parts(std::string_view model) {
  return find_field(model, kNormalizerSpec).has_value();
}

bool keeps_spaces(std::string_view model) {
  const auto normalizer = find_field(model, kNormalizerSpec);
  return normalizer && !is_set(normalizer->bytes, kAddDummyPrefix) &&
         !is_set(normalizer->bytes, kRemoveExtraWhitespaces);
}

SegmentationModel segmentation_of(std::string_view model) {
  const auto trainer = find_field(model, kTrainerSpec);
  const auto type = trainer ? find_field(trainer->bytes, kModelType) : std::nullopt;
  return type ? static_cast<SegmentationModel>(type->value) : SegmentationModel::kUnigram;
}

std::vector<VocabularyPiece> vocabulary_of(std::string_view model) {
  std::vector<VocabularyPiece> vocabulary;
  int32_t id = 0;
  while (const auto field = take_field(model)) {
    if (field->number != kPieces) continue;
    VocabularyPiece piece{.text = {}, .id = id++, .score = 0, .is_ordinary = true};
    uint64_t type = kOrdinary;
    std::string_view message = field->bytes;
    while (const auto part = take_field(message)) {
      if (part->number == kText) piece.text = part->bytes;
      if (part->number == kScore)
        piece.score = std::bit_cast<float>(static_cast<uint32_t>(part->value));
      if (part->number == kType) type = part->value;
    }
    piece.is_ordinary = type == kOrdinary;
    if (piece.is_ordinary || type == kUserDefined || type == kByte) vocabulary.push_back(piece);
  }
  return vocabulary;
}

}  // namespace dragoman
