#pragma once

#include <span>
#include <string_view>

namespace dragoman {

/// A file that is part of the program: what serve/page holds, and serve/openapi.json.
struct PageFile {
  std::string_view name;  // "index.html"
  std::string_view media_type;
  std::string_view content;
};

/// All of them. The source is made at build time, by third_party/embed_page.cmake.
std::span<const PageFile> page_files();

}  // namespace dragoman
