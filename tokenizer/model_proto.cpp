#include "tokenizer/model_proto.h"

#include <optional>
#include <protozero/pbf_reader.hpp>

namespace dragoman {
namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;

/// A field of a message: its number, its encoding, and the member function that reads its value.
template <class Value>
struct Field {
  protozero::pbf_tag_type number;
  pbf_wire_type type;
  Value (pbf_reader::*get)();
};
using Message = Field<pbf_reader>;
using Number = Field<uint64_t>;

// Fields of the model.
constexpr Message kPieces = {1, pbf_wire_type::length_delimited, &pbf_reader::get_message};
constexpr Message kTrainerSpec = {2, pbf_wire_type::length_delimited, &pbf_reader::get_message};
constexpr Message kNormalizerSpec = {3, pbf_wire_type::length_delimited, &pbf_reader::get_message};
// Fields of a piece.
constexpr Field<std::string> kText = {1, pbf_wire_type::length_delimited, &pbf_reader::get_string};
constexpr Field<float> kScore = {2, pbf_wire_type::fixed32, &pbf_reader::get_float};
constexpr Number kType = {3, pbf_wire_type::varint, &pbf_reader::get_uint64};
// Fields of the trainer's settings.
constexpr Number kModelType = {3, pbf_wire_type::varint, &pbf_reader::get_uint64};
// Fields of the normalizer's settings, true if absent. get_bool() can read past the end of a
// truncated message.
constexpr Number kAddDummyPrefix = {3, pbf_wire_type::varint, &pbf_reader::get_uint64};
constexpr Number kRemoveExtraWhitespaces = {4, pbf_wire_type::varint, &pbf_reader::get_uint64};

/// Kinds of pieces.
enum PieceType : uint64_t { kOrdinary = 1, kUserDefined = 4, kByte = 6 };

/// Calls `use` with each value of a field. Stops where protozero cannot parse further.
template <class Value, class Use>
void for_each(pbf_reader message, const Field<Value>& field, const Use& use) {
  try {
    while (message.next(field.number, field.type)) use((message.*field.get)());
  } catch (const protozero::exception&) {
    // Callers load the model with SentencePiece first, which rejects damaged models.
  }
}

/// Returns the last value of a field: the valid one.
template <class Value>
std::optional<Value> value_in(const pbf_reader& message, const Field<Value>& field) {
  std::optional<Value> last;
  for_each(message, field, [&](Value value) { last = std::move(value); });
  return last;
}

pbf_reader part_of(std::string_view model, const Message& part) {
  return value_in({model.data(), model.size()}, part).value_or(pbf_reader());
}

}  // namespace

bool has_all_parts(std::string_view model) {
  return value_in({model.data(), model.size()}, kNormalizerSpec).has_value();
}

bool keeps_spaces(std::string_view model) {
  const pbf_reader normalizer = part_of(model, kNormalizerSpec);
  return value_in(normalizer, kAddDummyPrefix) == 0 &&
         value_in(normalizer, kRemoveExtraWhitespaces) == 0;
}

SegmentationModel segmentation_of(std::string_view model) {
  const auto type = value_in(part_of(model, kTrainerSpec), kModelType);
  return type ? static_cast<SegmentationModel>(*type) : SegmentationModel::kUnigram;
}

std::vector<VocabularyPiece> vocabulary_of(std::string_view model) {
  std::vector<VocabularyPiece> vocabulary;
  int32_t id = -1;
  for_each({model.data(), model.size()}, kPieces, [&](const pbf_reader& piece) {
    ++id;
    const uint64_t type = value_in(piece, kType).value_or(kOrdinary);
    if (type != kOrdinary && type != kUserDefined && type != kByte) return;
    vocabulary.push_back({.text = value_in(piece, kText).value_or(""),
                          .id = id,
                          .score = value_in(piece, kScore).value_or(0.0F),
                          .is_ordinary = type == kOrdinary});
  });
  return vocabulary;
}

}  // namespace dragoman
