#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "io/random.h"
#include "markup/tag_scanner.h"

namespace dragoman {

/// All tags of a fragment, in alphabetical order.
inline std::vector<std::string> tags_in(const std::string& text) {
  std::vector<std::string> found;
  for (const Piece& piece : scan_tags(text, MarkupSyntax::kHtml)) {
    if (piece.is_tag()) found.push_back(text.substr(piece.begin, piece.end - piece.begin));
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// Makes random HTML fragments with the letters a to h: nested, empty and void elements, comments,
/// entities, attributes with > in them, blocks, code.
class RandomFragments {
 public:
  explicit RandomFragments(uint64_t seed) : random_(seed) {}

  /// Makes a fragment in which every element has its end tag.
  std::string whole() {
    std::string text;
    add_content(text, 0);
    return text;
  }

  /// Makes a broken fragment: some characters are missing, doubled, or replaced by markup.
  std::string broken() {
    std::string text = whole();
    for (uint64_t i = below(6); i > 0 && !text.empty(); --i) {
      const size_t at = below(text.size());
      switch (below(4)) {
        case 0:
          text.erase(at, 1 + below(5));
          break;
        case 1:
          text.insert(at, text.substr(below(text.size()), below(20)));
          break;
        case 2:
          text.insert(at, 1, "<>/&;\"'!-="[below(10)]);
          break;
        default:
          text.insert(at, pick(kBroken));
      }
    }
    return text;
  }

  size_t below(size_t count) { return static_cast<size_t>(random_.next() >> 11) % count; }

 private:
  template <size_t n>
  std::string pick(const char* const (&of)[n]) {
    return of[below(n)];
  }

  void add_word(std::string& text) {
    for (size_t i = 1 + below(4); i > 0; --i) text += static_cast<char>('a' + below(8));
    if (below(12) == 0) text += pick(kEntities);
    if (below(6) == 0) text += pick(kMarks);
  }

  void add_element(std::string& text, const std::string& name, int depth) {
    text += "<" + name + pick(kAttributes) + ">";
    if (below(8) != 0) add_content(text, depth + 1);
    text += "</" + name + ">";
  }

  void add_content(std::string& text, int depth) {
    for (size_t i = 1 + below(5); i > 0; --i) {
      switch (depth < 5 ? below(8) : 7) {
        case 0:
        case 1:
          add_element(text, pick(kInline), depth);
          break;
        case 2:
          if (below(4) == 0) {
            text += "<code>";
            add_word(text);
            text += "</code>";
          } else {
            add_element(text, "div", depth);
          }
          break;
        case 3:
          text += pick(kSingle);
          break;
        default:
          add_word(text);
      }
      if (below(3) != 0) text += below(20) == 0 ? "  " : " ";
    }
  }

  static constexpr const char* kInline[] = {"b", "i", "span", "a", "x-y", "sub"};
  static constexpr const char* kSingle[] = {
      "<br>", "<img alt='a > b'>", "<!-- <b> -->", "<wbr/>", "<hr>", "<!---->"};
  static constexpr const char* kAttributes[] = {"",    "", "", " id=\"a>b\"", " class='c d' x",
                                                " y=z"};
  static constexpr const char* kEntities[] = {"&amp;", "&lt;", "&#97;", "&quot;", "&eacute;", "&"};
  static constexpr const char* kMarks[] = {".", ",", "!", "-", ")"};
  static constexpr const char* kBroken[] = {"<b>", "</i>",   "<",          "</",       "<!--",
                                            "<p>", "</div>", "<a href=\"", "<script>", "<td>",
                                            "&#x", "</p>",   "\xff"};

  RandomSequence random_;
};

}  // namespace dragoman
