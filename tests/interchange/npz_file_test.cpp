#include "interchange/npz_file.h"

#include "catch.h"
#include "npz_writer.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {
namespace {

std::vector<float> floats_of(const NpzArray& array) {
  std::vector<float> values(array.bytes.size() / sizeof(float));
  std::memcpy(values.data(), array.bytes.data(), array.bytes.size());
  return values;
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("arrays of an npz file come back with names, types, shapes and values") {
  const TemporaryFolder folder;
  NpzWriter writer;
  writer.add("a", {2, 3}, {1, 2, 3, 4, 5, 6});
  writer.add("special:model.yml", "|i1", {4}, std::string("x: 1", 4));
  writer.add("scalar", {}, {7});
  writer.write(folder / "m.npz");
  const std::vector<NpzArray> arrays = read_npz(folder / "m.npz");
  REQUIRE(arrays.size() == 3);
  CHECK(arrays[0].name == "a");
  CHECK(arrays[0].shape == std::vector<int64_t>{2, 3});
  CHECK(floats_of(arrays[0]) == std::vector<float>{1, 2, 3, 4, 5, 6});
  CHECK(arrays[1].dtype == "|i1");
  CHECK(arrays[1].bytes == "x: 1");
  CHECK(arrays[2].shape.empty());
}

TEST_CASE("a matrix that lies column by column is turned") {
  const TemporaryFolder folder;
  NpzWriter writer;
  const std::vector<float> by_columns = {1, 4, 2, 5, 3, 6};
  writer.add("a", "<f4", {2, 3},
             std::string(reinterpret_cast<const char*>(by_columns.data()), 6 * sizeof(float)),
             true);
  writer.write(folder / "m.npz");
  CHECK(floats_of(read_npz(folder / "m.npz").front()) == std::vector<float>{1, 2, 3, 4, 5, 6});
}

TEST_CASE("an npz file that is missing, cut short or no npz file is named") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(read_npz(folder / "none.npz"), ContainsSubstring("none.npz"));
  written_file(folder / "text.npz", "not an archive");
  CHECK_THROWS_WITH(read_npz(folder / "text.npz"), ContainsSubstring("no npz file"));
  NpzWriter writer;
  writer.add("a", {100, 10}, std::vector<float>(1000, 0.5f));
  writer.write(folder / "m.npz");
  const std::string content = content_of(folder / "m.npz");
  for (const size_t size : {content.size() - 1, content.size() / 2, size_t{30}, size_t{0}}) {
    written_file(folder / "short.npz", content.substr(0, size));
    CHECK_THROWS_WITH(read_npz(folder / "short.npz"), ContainsSubstring("short.npz"));
  }
}

TEST_CASE("an array whose size does not fit its shape is refused") {
  const TemporaryFolder folder;
  const std::string bytes(12, '\0');
  for (const std::vector<int64_t>& shape :
       {std::vector<int64_t>{4}, {2, 1}, {int64_t{1} << 40, int64_t{1} << 40}}) {
    NpzWriter writer;
    writer.add("a", "<f4", shape, bytes);
    writer.write(folder / "m.npz");
    CHECK_THROWS_WITH(read_npz(folder / "m.npz"), ContainsSubstring("size of a.npy is wrong"));
  }
  NpzWriter objects;
  objects.add("a", "|O", {1}, bytes);
  objects.write(folder / "m.npz");
  CHECK_THROWS_WITH(read_npz(folder / "m.npz"), ContainsSubstring("cannot be read"));
}

TEST_CASE("a small file that would become a very large one is refused") {
  const TemporaryFolder folder;
  NpzWriter writer;
  const int64_t size = int64_t{65} << 20;
  writer.add("a", "|i1", {size}, std::string(size, '\0'));
  writer.write(folder / "m.npz");
  CHECK_THROWS_WITH(read_npz(folder / "m.npz"), ContainsSubstring("compressed too much"));
}

TEST_CASE("a small file of many members that would become large together is refused") {
  const TemporaryFolder folder;
  NpzWriter writer;
  const int64_t size = int64_t{40} << 20;
  for (const char* name : {"a", "b"}) writer.add(name, "|i1", {size}, std::string(size, '\0'));
  writer.write(folder / "m.npz");
  CHECK_THROWS_WITH(read_npz(folder / "m.npz"), ContainsSubstring("compressed too much"));
}

TEST_CASE("a matrix without elements is not turned, whatever its other axis says") {
  const TemporaryFolder folder;
  NpzWriter writer;
  writer.add("a", "<f4", {int64_t{1} << 60, 0}, "", true);
  writer.write(folder / "m.npz");
  CHECK(read_npz(folder / "m.npz").front().bytes.empty());
}

}  // namespace dragoman
