#pragma once

#include <gumbo.h>

#include <memory>
#include <string_view>

namespace dragoman {

struct FreeHtmlTree {
  void operator()(GumboOutput* tree) const { gumbo_destroy_output(&kGumboDefaultOptions, tree); }
};
using HtmlTree = std::unique_ptr<GumboOutput, FreeHtmlTree>;

/// Parses `text` as the content of <body>. Never fails. The tree points into `text`.
HtmlTree parse_body(std::string_view text);

}  // namespace dragoman
