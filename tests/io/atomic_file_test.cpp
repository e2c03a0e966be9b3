#include "io/atomic_file.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>

#include "catch.h"
#include "file_size_limit.h"
#include "injected_failure.h"
#include "temporary_folder.h"

using namespace dragoman;

TEST_CASE("a file is written whole and read back whole") {
  const TemporaryFolder folder;
  std::string content("zero \0 and \xFF", 13);
  content += std::string(300'000, 'z');
  write_file_atomically(folder / "text", content);
  CHECK(read_file(folder / "text") == content);
  write_file_atomically(folder / "parts", [&](OutputFile& file) {
    for (const std::string& part : {std::string("1"), content, std::string()}) file.write(part);
  });
  CHECK(read_file(folder / "parts") == "1" + content);
  CHECK(folder.num_entries() == 2);
}

TEST_CASE("an exception while writing leaves the old file and nothing else") {
  const TemporaryFolder folder;
  write_file_atomically(folder / "file", "old");
  const auto fail = [](OutputFile& file) {
    file.write(std::string(200'000, 'n'));
    throw std::logic_error("on purpose");
  };
  CHECK_THROWS_AS(write_file_atomically(folder / "file", fail), std::logic_error);
  CHECK(read_file(folder / "file") == "old");
  CHECK(folder.num_entries() == 1);
}

TEST_CASE("a full disk leaves the old file, and the error says so in one line") {
  const TemporaryFolder folder;
  write_file_atomically(folder / "file", "old");
  const std::string large(100'000, 'l');
  std::string message;
  {
    const FileSizeLimit limit(50'000);
    try {
      write_file_atomically(folder / "file", large);
    } catch (const std::runtime_error& error) {
      message = error.what();
    }
  }
  CHECK_THAT(message, ContainsSubstring("cannot write '" + folder / "file" + "': File too large"));
  CHECK(message.find('\n') == std::string::npos);
  CHECK(read_file(folder / "file") == "old");
  CHECK(folder.num_entries() == 1);
}

TEST_CASE("a file that cannot be replaced stays as it is, and the new one stays beside it") {
  const TemporaryFolder folder;
  write_file_atomically(folder / "file", "old");
  {
    const InjectedFailure mounted(SystemCall::kRename, EBUSY);
    CHECK_THROWS_WITH(
        write_file_atomically(folder / "file", "new"),
        ContainsSubstring("complete output is in '" + folder / "file.dragoman-part" + "'"));
  }
  CHECK(read_file(folder / "file") == "old");
  CHECK(read_file(folder / "file.dragoman-part") == "new");
}

TEST_CASE("a part that cannot be opened is named, not the file") {
  const TemporaryFolder folder;
  const std::string part = folder / "file.dragoman-part";
  std::filesystem::create_symlink(folder / "other", part);  // which is not followed
  CHECK_THROWS_WITH(write_file_atomically(folder / "file", "new"),
                    ContainsSubstring("'" + part + "' is left from before") &&
                        Catch::Matchers::EndsWith("; remove it"));
  CHECK(folder.num_entries() == 1);
}

TEST_CASE("a check before writing changes no file") {
  const TemporaryFolder folder;
  write_file_atomically(folder / "file", "old");
  check_can_be_written(folder / "file");
  check_can_be_written(folder / "new");
  check_can_be_written("/dev/null");
  CHECK_THROWS_WITH(check_can_be_written(folder.path()), ContainsSubstring("it is a folder"));
  CHECK_THROWS_WITH(check_can_be_written(folder / "none/file"),
                    ContainsSubstring("No such file or directory"));
  CHECK(read_file(folder / "file") == "old");
  CHECK(folder.num_entries() == 1);
}

TEST_CASE("what a killed process left behind is used again") {
  const TemporaryFolder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    write_file_atomically(folder / "file", [](OutputFile& file) {
      file.write("half");
      std::raise(SIGKILL);
    });
  }
  ::waitpid(child, nullptr, 0);
  CHECK(folder.num_entries() == 1);
  CHECK_FALSE(std::filesystem::exists(folder / "file"));
  write_file_atomically(folder / "file", "a");
  CHECK(read_file(folder / "file") == "a");
  CHECK(folder.num_entries() == 1);
}

TEST_CASE("a file that cannot be read is an error that names it") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(read_file(folder / "none"), ContainsSubstring("none': No such file"));
  CHECK_THROWS_WITH(read_file(folder.path()), ContainsSubstring("it is a folder"));
  CHECK_THROWS_WITH(write_file_atomically(folder / "none/file", "x"),
                    ContainsSubstring("No such file"));
}

TEST_CASE("a folder is locked by one holder at a time") {
  const TemporaryFolder folder;
  {
    const FolderLock lock(folder.path());
    CHECK_THROWS_WITH(FolderLock(folder.path()),
                      ContainsSubstring(folder.path()) && ContainsSubstring("another process"));
  }
  CHECK_NOTHROW(FolderLock(folder.path()));
  CHECK_THROWS_WITH(FolderLock(folder / "none"), ContainsSubstring("No such file"));
}

TEST_CASE("a file system without locks has none, and other errors say what to do") {
  const TemporaryFolder folder;
  {
    const InjectedFailure none(SystemCall::kFlock, GENERATE(ENOSYS, EOPNOTSUPP, ENOLCK));
    CHECK_NOTHROW(FolderLock(folder.path()));
    CHECK_NOTHROW(write_file_atomically(folder / "file", "a"));
  }
  const InjectedFailure broken(SystemCall::kFlock, EIO);
  CHECK_THROWS_WITH(FolderLock(folder.path()),
                    ContainsSubstring("cannot lock") && ContainsSubstring("another file system"));
}

TEST_CASE("a lock ends with the process that held it") {
  const TemporaryFolder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    const FolderLock lock(folder.path());
    std::raise(SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  CHECK_NOTHROW(FolderLock(folder.path()));
}
