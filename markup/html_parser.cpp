#include "markup/html_parser.h"

namespace dragoman {

HtmlTree parse_body(std::string_view text) {
  GumboOptions options = kGumboDefaultOptions;
  options.fragment_context = GUMBO_TAG_BODY;
  options.max_errors = 0;
  return HtmlTree(gumbo_parse_with_options(&options, text.data(), text.size()));
}

}  // namespace dragoman
