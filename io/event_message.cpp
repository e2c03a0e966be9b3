#include "io/event_message.h"

#include <bit>

#include "io/crc32c.h"

namespace dragoman {
namespace {

enum WireType : uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

// Numbers of fields in event.proto and summary.proto.
constexpr int kEventWallTime = 1;
constexpr int kEventStep = 2;
constexpr int kEventFileVersion = 3;
constexpr int kEventSummary = 5;
constexpr int kEventSessionLog = 7;
constexpr int kSummaryValue = 1;
constexpr int kValueTag = 1;
constexpr int kValueSimpleValue = 2;
constexpr int kSessionLogStatus = 1;
constexpr uint64_t kSessionLogStart = 1;

template <class Unsigned>
void append_little_endian(std::string& bytes, Unsigned number) {
  for (size_t i = 0; i < sizeof(number); ++i) bytes += static_cast<char>(number >> (8 * i));
}

void append_varint(std::string& message, uint64_t number) {
  for (; number >= 0x80; number >>= 7) message += static_cast<char>(number | 0x80);
  message += static_cast<char>(number);
}

void append_key(std::string& message, int field, WireType type) {
  message += static_cast<char>(field << 3 | type);
}

void append_number(std::string& message, int field, uint64_t number) {
  append_key(message, field, kVarint);
  append_varint(message, number);
}

void append_double(std::string& message, int field, double number) {
  append_key(message, field, kFixed64);
  append_little_endian(message, std::bit_cast<uint64_t>(number));
}

void append_float(std::string& message, int field, float number) {
  append_key(message, field, kFixed32);
  append_little_endian(message, std::bit_cast<uint32_t>(number));
}

void append_bytes(std::string& message, int field, std::string_view bytes) {
  append_key(message, field, kBytes);
  append_varint(message, bytes.size());
  message += bytes;
}

std::string event_at(double wall_time, int64_t step) {
  std::string event;
  append_double(event, kEventWallTime, wall_time);
  if (step != 0) append_number(event, kEventStep, static_cast<uint64_t>(step));  // 0 is the default
  return event;
}

/// TFRecord masks its checksums, because a checksum of data that hold their own checksum is weak.
uint32_t masked_crc(std::string_view bytes) {
  constexpr uint32_t kMaskDelta = 0xA282EAD8;
  return std::rotr(crc32c(bytes), 15) + kMaskDelta;
}

}  // namespace

std::string version_event(double wall_time) {
  std::string event = event_at(wall_time, 0);
  append_bytes(event, kEventFileVersion, "brain.Event:2");
  return event;
}

std::string start_event(double wall_time, int64_t step) {
  std::string log;
  append_number(log, kSessionLogStatus, kSessionLogStart);
  std::string event = event_at(wall_time, step);
  append_bytes(event, kEventSessionLog, log);
  return event;
}

std::string scalars_event(double wall_time, int64_t step,
                          std::span<const std::pair<std::string_view, double>> values) {
  std::string summary;
  for (const auto& [tag, number] : values) {
    std::string value;
    append_bytes(value, kValueTag, tag);
    append_float(value, kValueSimpleValue, static_cast<float>(number));
    append_bytes(summary, kSummaryValue, value);
  }
  std::string event = event_at(wall_time, step);
  append_bytes(event, kEventSummary, summary);
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
