#pragma once

#include <span>
#include <string_view>

namespace dragoman {

/// A file built into the program: one of serve/page, or serve/openapi.json.
struct PageFile {
  std::string_view name;  // "index.html"
  std::string_view media_type;
  std::string_view content;
};

/// Returns all files. third_party/embed_page.cmake generates the source at build time.
std::span<const PageFile> page_files();

}  // namespace dragoman
