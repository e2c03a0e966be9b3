#include "io/safetensors.h"

#include <cstring>
#include <numeric>

#include "catch.h"
#include "io/atomic_file.h"
#include "no_more_threads.h"
#include "temporary_folder.h"
#include "written_file.h"

using namespace dragoman;

namespace {

using Metadata = std::map<std::string, std::string>;

/// A file as the format describes it, from a header and the bytes after it.
std::string file_of(const std::string& header, const std::string& data) {
  const uint64_t size = header.size();
  std::string length(sizeof(size), '\0');
  std::memcpy(length.data(), &size, sizeof(size));
  return length + header + data;
}

std::string entry(const std::string& dtype, const std::string& shape, const std::string& offsets) {
  return R"({"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}";
}

struct Example {
  Example() { std::iota(weights.begin(), weights.end(), 0.5F); }
  std::vector<TensorView> tensors() const {
    return {{"z.weight", "F32", {3, 5}, weights.data(), 60},
            {"step", "I64", {}, &step, 8},
            {"empty", "F16", {0, 7}, nullptr, 0},
            {"bytes", "U8", {3}, "abc", 3}};
  }
  std::vector<float> weights = std::vector<float>(15);
  int64_t step = 1234567890123;
};

const Metadata kMetadata = {{"config", "{\"a\": \"ü\\n\"}"}, {"empty", ""}};

}  // namespace

TEST_CASE("tensors, their order and the metadata survive a file") {
  const TemporaryFolder folder;
  const Example example;
  write_safetensors(folder / "m", example.tensors(), kMetadata);
  const SafetensorsFile file(folder / "m");
  CHECK(file.metadata() == kMetadata);
  REQUIRE(file.tensors().size() == 4);
  for (const TensorView& expected : example.tensors()) {
    const TensorView* tensor = file.find(expected.name);
    REQUIRE(tensor != nullptr);
    CHECK(tensor->dtype == expected.dtype);
    CHECK(tensor->shape == expected.shape);
    REQUIRE(tensor->num_bytes == expected.num_bytes);
    CHECK((expected.num_bytes == 0 ||
           std::memcmp(tensor->data, expected.data, expected.num_bytes) == 0));
  }
  CHECK(file.tensors()[0].name == "z.weight");
  CHECK(file.tensors()[1].name == "step");
  CHECK(file.tensors()[3].name == "bytes");
  CHECK(file.find("none") == nullptr);
  CHECK(reinterpret_cast<uintptr_t>(file.tensors()[0].data) % 64 == 0);
}

TEST_CASE("a file is mapped once and outlives its name and its first owner") {
  const TemporaryFolder folder;
  const Example example;
  write_safetensors(folder / "m", example.tensors(), {});
  auto first = std::make_unique<SafetensorsFile>(folder / "m");
  const SafetensorsFile copy = *first;
  first.reset();
  write_safetensors(folder / "m", {}, {});
  CHECK(std::memcmp(copy.find("step")->data, &example.step, sizeof(example.step)) == 0);
  CHECK(SafetensorsFile(folder / "m").tensors().empty());
}

TEST_CASE("a large file is read also where the system starts no thread") {
  const TemporaryFolder folder;
  const std::vector<float> weights(3U << 20U, 0.5F);
  write_safetensors(folder / "m", {{"w", "F32", {3 << 20}, weights.data(), 12U << 20U}}, {});
  const NoMoreThreads none;
  CHECK(SafetensorsFile(folder / "m").tensors().size() == 1);
}

TEST_CASE("a file by another hand is read, without a checksum or with one of another kind") {
  const TemporaryFolder folder;
  const std::string tensors =
      R"("b":)" + entry("BF16", "[2]", "[4,8]") + R"(,"a":)" + entry("I32", "[1,1]", "[0,4]");
  written_file(folder / "a", file_of("{" + tensors + "}   ", "01234567"));
  const SafetensorsFile file(folder / "a");
  REQUIRE(file.tensors().size() == 2);
  CHECK(file.tensors()[0].name == "a");
  CHECK(std::memcmp(file.find("b")->data, "4567", 4) == 0);
  CHECK(file.metadata().empty());

  const std::string foreign = R"({"__metadata__":{"checksum":"sha256:1"},)" + tensors + "}";
  written_file(folder / "b", file_of(foreign, "01234567"));
  CHECK(SafetensorsFile(folder / "b").metadata() == Metadata{{"checksum", "sha256:1"}});
}

TEST_CASE("a file cut short at any byte is refused") {
  const TemporaryFolder folder;
  write_safetensors(folder / "m", Example().tensors(), kMetadata);
  const std::string whole = read_file(folder / "m");
  for (size_t length = 0; length < whole.size(); ++length) {
    written_file(folder / "cut", whole.substr(0, length));
    CHECK_THROWS_WITH(SafetensorsFile(folder / "cut"), ContainsSubstring("cut'"));
  }
  written_file(folder / "longer", whole + "x");
  CHECK_THROWS_AS(SafetensorsFile(folder / "longer"), std::runtime_error);
}

TEST_CASE("a file with any bit altered is refused") {
  const TemporaryFolder folder;
  write_safetensors(folder / "m", Example().tensors(), kMetadata);
  const std::string whole = read_file(folder / "m");
  // Under another name, the key is the only text that the checksum cannot protect.
  const size_t key = whole.find("checksum");
  const size_t metadata_key = whole.find("__metadata__");
  for (size_t bit = 0; bit < whole.size() * 8; ++bit) {
    const size_t byte = bit / 8;
    if (byte >= metadata_key && byte < key + std::strlen("checksum\":\"crc32:")) continue;
    std::string altered = whole;
    altered[byte] = static_cast<char>(altered[byte] ^ (1 << bit % 8));
    written_file(folder / "altered", altered);
    INFO("byte " << byte << ", bit " << bit % 8);
    CHECK_THROWS_AS(SafetensorsFile(folder / "altered"), std::runtime_error);
  }
}

TEST_CASE("headers that break the format's rules are refused") {
  const TemporaryFolder folder;
  const std::string good = R"({"a":)" + entry("F32", "[1]", "[0,4]") + "}";
  const auto load = [&](const std::string& header, const std::string& data) {
    written_file(folder / "f", file_of(header, data));
    return SafetensorsFile(folder / "f").tensors().size();
  };
  REQUIRE(load(good, "1234") == 1);
  const std::vector<std::pair<std::string, std::string>> entries = {
      {entry("F32", "[1]", "[0,5]"), "12345"},                    // size is not the shape's
      {entry("F32", "[1]", "[4,8]"), "12345678"},                 // a hole
      {entry("F32", "[1]", "[4,0]"), "1234"},                     // backwards
      {entry("F32", "[1]", "[-4,0]"), "1234"},                    //
      {entry("F32", "[1]", "[0,4.0]"), "1234"},                   //
      {entry("F32", "[-1]", "[0,4]"), "1234"},                    //
      {entry("F32", "[4611686018427387905]", "[0,4]"), "1234"},   // bytes overflow to 4
      {entry("F32", "[18446744073709551615]", "[0,4]"), "1234"},  //
      {entry("F31", "[1]", "[0,4]"), "1234"},                     //
      {entry("F32", "1", "[0,4]"), "1234"},                       //
      {entry("F32", "[1]", "[0]"), "1234"},                       //
      {entry("F32", "[1]", "[0,4]") + R"(,"b":)" + entry("U8", "[4]", "[0,4]"), "1234"},  // overlap
      {R"({"dtype":1,"shape":[],"data_offsets":[0,4]})", "1234"},                         //
      {"[]", ""},                                                                         //
  };
  for (const auto& [text, data] : entries) {
    INFO(text);
    CHECK_THROWS_AS(load(R"({"a":)" + text + "}", data), std::runtime_error);
  }
  CHECK_THROWS_WITH(load(" " + good, "1234"), ContainsSubstring("no safetensors file"));
  CHECK_THROWS_AS(load("[1]", ""), std::runtime_error);
  CHECK_THROWS_AS(load("{", ""), std::runtime_error);
  CHECK_THROWS_AS(load(R"({"__metadata__":{"a":1}})", ""), std::runtime_error);
  CHECK_THROWS_AS(load(R"({"__metadata__":[]})", ""), std::runtime_error);
}

TEST_CASE("what is no safetensors file at all is refused with a line that names it") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(SafetensorsFile(folder / "none"), ContainsSubstring("No such file"));
  CHECK_THROWS_WITH(SafetensorsFile(folder.path()), ContainsSubstring("folder"));
  written_file(folder / "text", std::string(1000, 't'));
  CHECK_THROWS_WITH(SafetensorsFile(folder / "text"),
                    ContainsSubstring("text'") && ContainsSubstring("no safetensors file"));
}

TEST_CASE("tensors that make no file are refused before anything is written") {
  const TemporaryFolder folder;
  const float value = 1;
  const auto write = [&](std::vector<TensorView> tensors) {
    write_safetensors(folder / "m", tensors, {});
  };
  const TensorView good = {"a", "F32", {1}, &value, 4};
  CHECK_THROWS_WITH(write({good, good}), ContainsSubstring("'a'"));
  CHECK_THROWS_AS(write({{"a", "F32", {2}, &value, 4}}), std::invalid_argument);
  CHECK_THROWS_AS(write({{"a", "float", {1}, &value, 4}}), std::invalid_argument);
  CHECK_THROWS_AS(write({{"__metadata__", "F32", {1}, &value, 4}}), std::invalid_argument);
  CHECK(folder.num_entries() == 0);
}
