#pragma once

#include <string_view>

namespace dragoman {

/// What HTML says of an element by its name, in lower case.
bool is_void_element(std::string_view name);   // it has no end tag
bool holds_text_only(std::string_view name);   // what looks like a tag in it is text
bool is_kept_element(std::string_view name);   // its content is no language: code, styles, drawings
bool is_block_element(std::string_view name);  // it begins a new line: a sentence ends there
bool is_formatting_element(std::string_view name);  // it is opened again after a block that ends it
bool may_lack_end_tag(std::string_view name);       // the next of its kind ends it

}  // namespace dragoman
