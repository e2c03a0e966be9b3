#include "io/event_message.h"

#include <bit>
#include <protozero/pbf_writer.hpp>

#include "io/crc32c.h"

namespace dragoman {
namespace {

using protozero::pbf_tag_type;
using protozero::pbf_writer;

// Field numbers in event.proto and summary.proto.
constexpr pbf_tag_type kEventWallTime = 1;
constexpr pbf_tag_type kEventStep = 2;
constexpr pbf_tag_type kEventFileVersion = 3;
constexpr pbf_tag_type kEventSummary = 5;
constexpr pbf_tag_type kEventSessionLog = 7;
constexpr pbf_tag_type kSummaryValue = 1;
constexpr pbf_tag_type kValueTag = 1;
constexpr pbf_tag_type kValueSimpleValue = 2;
constexpr pbf_tag_type kSessionLogStatus = 1;
constexpr int32_t kSessionLogStart = 1;

template <class Unsigned>
void append_little_endian(std::string& bytes, Unsigned number) {
  for (size_t i = 0; i < sizeof(number); ++i) bytes += static_cast<char>(number >> (8 * i));
}

std::string event_at(double wall_time, int64_t step) {
  std::string event;
  pbf_writer writer(event);
  writer.add_double(kEventWallTime, wall_time);
  if (step != 0) writer.add_int64(kEventStep, step);  // 0 is the default value
  return event;
}

/// Returns a TFRecord's masked checksum. TFRecord masks checksums because the checksum of data that
/// contain their own checksum is weak.
uint32_t masked_crc(std::string_view bytes) {
  constexpr uint32_t kMaskDelta = 0xA282EAD8;
  return std::rotr(crc32c(bytes), 15) + kMaskDelta;
}

}  // namespace

std::string version_event(double wall_time) {
  std::string event = event_at(wall_time, 0);
  pbf_writer(event).add_string(kEventFileVersion, "brain.Event:2");
  return event;
}

std::string start_event(double wall_time, int64_t step) {
  std::string log;
  pbf_writer(log).add_enum(kSessionLogStatus, kSessionLogStart);
  std::string event = event_at(wall_time, step);
  pbf_writer(event).add_message(kEventSessionLog, log);
  return event;
}

std::string scalars_event(double wall_time, int64_t step,
                          std::span<const std::pair<std::string_view, double>> values) {
  std::string summary;
  pbf_writer writer(summary);
  for (const auto& [tag, number] : values) {
    pbf_writer value(writer, kSummaryValue);
    value.add_string(kValueTag, tag.data(), tag.size());
    value.add_float(kValueSimpleValue, static_cast<float>(number));
  }
  std::string event = event_at(wall_time, step);
  pbf_writer(event).add_message(kEventSummary, summary);
  return event;
}

std::string framed_record(std::string_view data) {
  std::string record;
  append_little_endian<uint64_t>(record, data.size());
  append_little_endian(record, masked_crc(record));
  record += data;
  append_little_endian(record, masked_crc(data));
  return record;
}

}  // namespace dragoman
