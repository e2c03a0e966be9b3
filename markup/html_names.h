#pragma once

#include <string_view>

namespace dragoman {

/// HTML's properties of elements, by name in lower case.
bool is_void_element(std::string_view name);    // has no end tag
bool holds_text_only(std::string_view name);    // tags in it are plain text
bool is_kept_element(std::string_view name);    // content is not translated: code, styles, drawings
bool has_no_words(std::string_view name);       // content is not read as text: styles, drawings
bool is_link_or_button(std::string_view name);  // without letters, its text is a sign such as ¶
bool is_block_element(std::string_view name);   // starts a new line, so a sentence ends there
bool is_formatting_element(std::string_view name);  // is reopened after a block that ends it
bool may_lack_end_tag(std::string_view name);       // the next element of its kind ends it

}  // namespace dragoman
