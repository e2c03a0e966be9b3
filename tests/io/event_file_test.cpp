#include "io/event_file.h"

#include <bit>
#include <vector>

#include "catch.h"
#include "file_size_limit.h"
#include "io/atomic_file.h"
#include "io/crc32c.h"
#include "io/event_message.h"
#include "temporary_folder.h"
#include "written_file.h"

using namespace dragoman;

namespace {

using Scalars = std::vector<std::pair<std::string_view, double>>;

std::string hexadecimal(const std::string& bytes) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

uint64_t little_endian(std::string_view bytes) {
  uint64_t number = 0;
  for (size_t i = bytes.size(); i > 0; --i) {
    number = number << 8 | static_cast<unsigned char>(bytes[i - 1]);
  }
  return number;
}

/// TFRecord's checksum, undone.
uint32_t unmasked(std::string_view bytes) {
  return std::rotl(static_cast<uint32_t>(little_endian(bytes)) - 0xA282EAD8, 15);
}

/// The data of the first record of `rest`, which loses it; both checksums are checked.
std::string_view take_record(std::string_view& rest) {
  REQUIRE(rest.size() >= 16);
  const size_t length = little_endian(rest.substr(0, 8));
  REQUIRE(rest.size() >= 16 + length);
  CHECK(unmasked(rest.substr(8, 4)) == crc32c(rest.substr(0, 8)));
  const std::string_view data = rest.substr(12, length);
  CHECK(unmasked(rest.substr(12 + length, 4)) == crc32c(data));
  rest.remove_prefix(16 + length);
  return data;
}

std::vector<std::string> records_of(const std::string& path) {
  const std::string content = read_file(path);
  std::vector<std::string> records;
  for (std::string_view rest = content; !rest.empty();) records.emplace_back(take_record(rest));
  return records;
}

/// An event without its time, which is the first field: a key and eight bytes.
std::string without_time(const std::string& event) {
  REQUIRE(event.size() >= 9);
  return event.substr(9);
}

}  // namespace

TEST_CASE("crc32c gives the published checksums") {
  CHECK(crc32c("") == 0);
  CHECK(crc32c("123456789") == 0xE3069283);
  // RFC 3720, appendix B.4.
  CHECK(crc32c(std::string(32, '\0')) == 0x8A9136AA);
  CHECK(crc32c(std::string(32, '\xFF')) == 0x62A8AB43);
}

TEST_CASE("records are byte for byte those of TensorBoard's own writer") {
  constexpr double kTime = 1700000000.25;
  CHECK(hexadecimal(framed_record(version_event(kTime))) ==
        "1800000000000000a37f4b220900001040fc54d9411a0d627261696e2e4576656e743a32338d2fe9");
  CHECK(hexadecimal(framed_record(start_event(kTime, 301))) ==
        "100000000000000095fbfe180900001040fc54d94110ad023a020801cb79b93b");
  const Scalars scalars = {{"train/loss", 2.5}, {"valid/bleu", 37.1}};
  CHECK(
      hexadecimal(framed_record(scalars_event(kTime, 300, scalars))) ==
      "34000000000000005e33175c0900001040fc54d94110ac022a260a110a0a747261696e2f6c6f737315000020400a"
      "110a0a76616c69642f626c65751566661442f49afd89");
}

TEST_CASE("an event file holds the version, a start after the first step, and what was added") {
  const TemporaryFolder folder;
  EventFile file(folder / "run/tensorboard", 300);
  const Scalars scalars = {{"train/loss", 2.5}};
  file.add(350, 1700000000.25, scalars);
  const std::vector<std::string> records = records_of(file.path());  // while it is open
  REQUIRE(records.size() == 3);
  CHECK(without_time(records[0]) == without_time(version_event(0)));
  CHECK(without_time(records[1]) == without_time(start_event(0, 301)));
  CHECK(records[2] == scalars_event(1700000000.25, 350, scalars));
}

TEST_CASE("an event file's name comes after those that are there, which stay as they are") {
  const TemporaryFolder folder;
  const EventFile first(folder.path());
  const std::string content = read_file(first.path());
  const EventFile second(folder.path(), 4);
  CHECK(second.path() > first.path());
  CHECK(read_file(first.path()) == content);

  const std::string future = folder / "events.out.tfevents.4000000000.host.1";
  written_file(future, "");
  CHECK(EventFile(folder.path(), 8).path() > future);
  CHECK(folder.num_entries() == 4);
}

TEST_CASE("an event file that cannot be written is an error that names it") {
  const TemporaryFolder folder;
  written_file(folder / "file", "");
  CHECK_THROWS_WITH(EventFile(folder / "file/tensorboard"), ContainsSubstring("file/tensorboard'"));

  EventFile file(folder.path());
  const std::string tag(10'000, 't');
  const Scalars scalars = {{tag, 1}};
  std::string message;
  {
    const FileSizeLimit limit(5'000);
    try {
      file.add(1, 0, scalars);
    } catch (const std::runtime_error& error) {
      message = error.what();
    }
  }
  CHECK_THAT(message, ContainsSubstring("cannot write '" + file.path() + "': File too large; "));
}
