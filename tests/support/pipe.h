#pragma once

#include <unistd.h>

#include <string>

#include "catch.h"

/// A pipe. path() is the path of its reading end.
struct Pipe {
  Pipe() { REQUIRE(::pipe(ends) == 0); }
  ~Pipe() {
    close_writer();
    ::close(ends[0]);
  }
  std::string path() const { return "/dev/fd/" + std::to_string(ends[0]); }
  void send(const std::string& text) {
    REQUIRE(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  void close_writer() {
    if (ends[1] >= 0) ::close(ends[1]);
    ends[1] = -1;
  }
  int ends[2];
};

/// Replaces stdin, stdout or stderr by `descriptor` while it lives.
class Redirected {
 public:
  Redirected(int descriptor, int standard) : standard_(standard), saved_(::dup(standard)) {
    ::dup2(descriptor, standard);
  }
  ~Redirected() {
    ::dup2(saved_, standard_);
    ::close(saved_);
  }

 private:
  int standard_;
  int saved_;
};
