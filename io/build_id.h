#pragma once

namespace dragoman {

/// Hash of the compiler and of the headers that libdragoman.so, the plugins and the program share.
/// Each of them has its own copy.
[[gnu::visibility("hidden")]] extern const char build_id[];

}  // namespace dragoman
