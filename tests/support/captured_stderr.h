#pragma once

#include <functional>

#include "pipe.h"

/// Returns the text that `work` writes to stderr, up to 4096 bytes.
inline std::string captured_stderr(const std::function<void()>& work) {
  Pipe pipe;
  {
    const Redirected redirected(pipe.ends[1], STDERR_FILENO);
    work();
  }
  pipe.close_writer();
  std::string text(4096, '\0');
  text.resize(static_cast<size_t>(::read(pipe.ends[0], text.data(), text.size())));
  return text;
}
