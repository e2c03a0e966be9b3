#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <utility>

#include "catch.h"
#include "injected_failure.h"
#include "io/atomic_file.h"
#include "io/text_file.h"
#include "pipe.h"
#include "temporary_folder.h"
#include "written_file.h"

using namespace dragoman;

namespace {

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("what a writer wrote, a reader reads, plain and gzip, in pieces of all sizes") {
  const TemporaryFolder folder;
  Lines lines;
  for (size_t length = 0; length < 200'000; length = length * 3 + 1) {
    lines.push_back(std::string(length, 'y'));
  }
  for (const char* name : {"out", "out.gz"}) {
    TextWriter writer(folder / name);
    for (const std::string& line : lines) writer.write_line(line);
    writer.flush();
    writer.write("no ");
    writer.write("end");
    writer.close();
    Lines read = read_lines(folder / name);
    REQUIRE(read.size() == lines.size() + 1);
    CHECK(read.back() == "no end");
    read.pop_back();
    CHECK(read == lines);
  }
  CHECK(read_file(folder / "out.gz").starts_with("\x1f\x8b"));
}

TEST_CASE("a writer's file has its name only when it was closed") {
  const TemporaryFolder folder;
  const std::string path = written_file(folder / "out", "old\n");
  {
    TextWriter writer(path);
    writer.write_line("new");
    writer.flush();
    CHECK(read_lines(path) == Lines{"old"});
  }
  CHECK(read_lines(path) == Lines{"old"});
  CHECK(folder.num_entries() == 1);
  TextWriter writer(path);
  writer.write_line("new");
  writer.close();
  CHECK(read_lines(path) == Lines{"new"});
  CHECK(folder.num_entries() == 1);
}

TEST_CASE("a finished text is whole, but has its name only when it was closed") {
  const TemporaryFolder folder;
  const std::string path = written_file(folder / "out.gz", "old");
  TextWriter writer(path);
  writer.write_line("new");
  writer.finish();
  CHECK(read_file(path) == "old");
  CHECK(read_lines(path + ".dragoman-part") == Lines{"new"});
  writer.close();
  CHECK(read_lines(path) == Lines{"new"});
}

TEST_CASE("a text whose file cannot be replaced is copied into the file") {
  const TemporaryFolder folder;
  const std::string path = written_file(folder / "out", std::string(3'000'000, 'o'));
  std::filesystem::create_hard_link(path, folder / "link");
  const std::string text = std::string(2'000'000, 'n') + "\n";
  TextWriter writer(path);
  writer.write(text);
  {
    const InjectedFailure mounted(
        SystemCall::kRename, GENERATE(EBUSY, EPERM, EACCES, EXDEV, ENOSYS, EOPNOTSUPP, EEXIST));
    writer.close();
  }
  CHECK(read_file(path) == text);
  CHECK(read_file(folder / "link") == text);
  CHECK(folder.num_entries() == 2);
}

TEST_CASE("a text that cannot be put in place stays, and the error says where") {
  const TemporaryFolder folder;
  const std::string path = folder / "out", part = path + ".dragoman-part";
  {
    TextWriter writer(path);
    writer.write_line("new");
    if (GENERATE(false, true)) {
      std::filesystem::create_directory(path);
      CHECK_THROWS_WITH(writer.close(), ContainsSubstring("complete output is in '" + part + "'"));
    } else {
      const InjectedFailure forbidden(SystemCall::kRename, EPERM);  // and there is no file
      CHECK_THROWS_WITH(writer.close(), ContainsSubstring("complete output is in '" + part + "'"));
    }
  }
  CHECK(read_lines(part) == Lines{"new"});
}

TEST_CASE("two writers of one file do not disturb each other: the second is refused") {
  const TemporaryFolder folder;
  TextWriter first(folder / "out");
  CHECK_THROWS_WITH(TextWriter(folder / "out"), ContainsSubstring("another process"));
  first.write_line("first");
  first.close();
  TextWriter second(folder / "out");
  second.write_line("second");
  second.close();
  CHECK(read_lines(folder / "out") == Lines{"second"});
}

TEST_CASE("a file keeps its permissions, and a symbolic link keeps pointing to it") {
  const TemporaryFolder folder;
  const std::string path = written_file(folder / "file", "old");
  REQUIRE(::chmod(path.c_str(), 0640) == 0);
  std::filesystem::create_symlink(path, folder / "link");
  TextWriter writer(folder / "link");
  writer.write("new");
  writer.close();
  CHECK(read_file(path) == "new");
  CHECK(std::filesystem::is_symlink(folder / "link"));
  struct stat status = {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0640);
}

TEST_CASE("a link to a file that is not there yet stays a link") {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("file", folder / "between");
  std::filesystem::create_symlink(folder / "between", folder / "link");
  TextWriter writer(folder / "link");
  writer.write("new");
  writer.close();
  CHECK(read_file(folder / "file") == "new");
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(std::filesystem::is_symlink(folder / "between"));
}

TEST_CASE("a file that is stdout or stderr, too, is written on, not replaced") {
  const TemporaryFolder folder;
  const std::string path = written_file(folder / "out", "old\n");
  const int stream = GENERATE(STDOUT_FILENO, STDERR_FILENO);
  const std::string name = stream == STDOUT_FILENO ? "/dev/stdout" : "/dev/stderr";
  const bool is_named_itself = GENERATE(false, true);
  {
    const int file = ::open(path.c_str(), O_WRONLY | O_APPEND);
    const Redirected stream_is_file(file, stream);
    ::close(file);
    TextWriter writer(is_named_itself ? path : name);
    writer.write_line("new");
    writer.close();
  }
  CHECK(read_lines(path) == Lines{"old", "new"});
  CHECK(folder.num_entries() == 1);
}

TEST_CASE("a file that is named by its descriptor is written on, not replaced") {
  const TemporaryFolder folder;
  const std::string path = written_file(folder / "out", "old\n");
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND);
  const std::string place = GENERATE("/dev/fd/", "/proc/self/fd/");
  std::filesystem::create_symlink(place + std::to_string(file), folder / "link");
  TextWriter writer(GENERATE(false, true) ? folder / "link" : place + std::to_string(file));
  writer.write_line("new");
  writer.close();
  ::close(file);
  CHECK(read_lines(path) == Lines{"old", "new"});
  CHECK(folder.num_entries() == 2);
}

TEST_CASE("a descriptor that is open for reading only cannot be written") {
  const TemporaryFolder folder;
  const std::string path = written_file(folder / "out", "old\n");
  const int file = ::open(path.c_str(), O_RDONLY);
  const std::string name = "/dev/fd/" + std::to_string(file);
  CHECK_THROWS_WITH(TextWriter(name), ContainsSubstring("cannot write '" + name + "'"));
  ::close(file);
}

TEST_CASE("a file without a name is an error") {
  CHECK_THROWS_WITH(TextWriter(""), ContainsSubstring("name a file"));
}

TEST_CASE("devices and pipes are written directly, and stay what they are") {
  TextWriter null("/dev/null");
  null.write_line("gone");
  null.close();
  CHECK(std::filesystem::is_character_file("/dev/null"));
  const auto fill_device = [] {
    TextWriter full("/dev/full");
    full.write_line("too much");
    full.close();
  };
  CHECK_THROWS_WITH(fill_device(), ContainsSubstring("cannot write '/dev/full': No space left"));

  const TemporaryFolder folder;
  REQUIRE(::mkfifo((folder / "fifo").c_str(), 0600) == 0);
  const int reader = ::open((folder / "fifo").c_str(), O_RDWR);
  TextWriter writer(folder / "fifo");
  writer.write_line("through");
  writer.close();
  char bytes[8];
  CHECK(::read(reader, bytes, sizeof(bytes)) == 8);
  ::close(reader);
  CHECK(folder.num_entries() == 1);
}

TEST_CASE("a folder that is missing or not writable is an error that says what to do") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(TextWriter(folder / "none/out"),
                    ContainsSubstring("No such file or directory"));
  CHECK_THROWS_WITH(TextWriter(folder.path()), ContainsSubstring("it is a folder"));
}

TEST_CASE("a stdout that its reader has closed throws ClosedPipe") {
  Pipe pipe;
  ::close(std::exchange(pipe.ends[0], -1));
  const auto write_to_stdout = [&] {
    const Redirected redirected(pipe.ends[1], STDOUT_FILENO);
    TextWriter writer("-");
    writer.write_line("nobody reads this");
    writer.close();
  };
  CHECK_THROWS_AS(write_to_stdout(), ClosedPipe);
}

TEST_CASE("a stdout on a full disk throws, naming standard output") {
  const int full = ::open("/dev/full", O_WRONLY);
  const auto write_to_stdout = [&] {
    const Redirected redirected(full, STDOUT_FILENO);
    TextWriter writer("-");
    writer.write_line("too much");
    writer.flush();
  };
  CHECK_THROWS_WITH(write_to_stdout(), ContainsSubstring("standard output: No space left"));
  ::close(full);
}

TEST_CASE("output written to stdout before an error is not lost") {
  Pipe pipe;
  {
    const Redirected redirected(pipe.ends[1], STDOUT_FILENO);
    TextWriter writer("-");
    writer.write_line("kept");
  }
  pipe.close_writer();
  CHECK(read_lines(pipe.path()) == Lines{"kept"});
}
