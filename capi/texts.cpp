#include "capi/texts.h"

#include "io/utf8.h"

namespace dragoman {

std::string_view view_of(dragoman_text text) {
  if (text.data == nullptr && text.size > 0)
    throw std::invalid_argument("a text has a size, but its data is NULL");
  return {text.data == nullptr ? "" : text.data, text.size};
}

std::string string_of(dragoman_text text) { return replace_invalid_utf8(view_of(text)); }

std::string path_of(dragoman_text text) {
  std::string path(view_of(text));
  if (const size_t zero = path.find('\0'); zero != std::string::npos)
    throw std::invalid_argument("the path '" + path.substr(0, zero) +
                                "' goes on after a zero byte: name it without");
  return path;
}

std::string output_path_of(dragoman_text text) {
  if (text.size == 0) throw std::invalid_argument("the path is empty: name a file to write");
  return path_of(text);
}

std::vector<std::string> strings_of(const dragoman_text* texts, size_t count) {
  std::vector<std::string> strings;
  strings.reserve(count);
  for (const dragoman_text text : list_of(texts, count, "texts"))
    strings.push_back(string_of(text));
  return strings;
}

std::vector<dragoman_text> views_of(const std::vector<std::string>& strings) {
  std::vector<dragoman_text> views;
  views.reserve(strings.size());
  for (const std::string& text : strings) views.push_back(text_of(text));
  return views;
}

}  // namespace dragoman

const dragoman_text* dragoman_texts_view(const dragoman_texts* texts, size_t* count) {
  *count = texts->views.size();
  return texts->views.data();
}

void dragoman_texts_free(dragoman_texts* texts) { delete texts; }
