#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "markup/byte_span.h"
#include "markup/piece.h"
#include "markup/protected_spans.h"

namespace dragoman {

/// Makes lone tags of those of HTML's void elements, as <br>, that nothing in `tags` closes.
void make_void_tags_lone(std::vector<Piece>& tags);

/// Converts text with tags, placeholders and other codes to XML for room markup, and back. Each
/// code becomes an element whose name no format has.
class InlineCodes {
 public:
  /// Format of the text between codes.
  enum class Text {
    kPlain,  // plain characters
    kXml,    // XML, which is copied
  };

  explicit InlineCodes(Text text) : text_(text) {}

  void add_text(std::string_view text);
  /// Adds text whose spans `kept`, ascending without overlaps, are added as by add_kept().
  void add_words(std::string_view text, const std::vector<ByteSpan>& kept);
  /// Adds a tag. A close tag closes the open tag with the same `key`; without one, it becomes a
  /// lone code. Each key is used by one pair.
  void add_tag(PieceKind kind, std::string_view code, const std::string& key);
  /// Adds text with `tags`, ascending without overlaps, whose names are their keys. Between them,
  /// keeps what `find_kept`, if given, finds.
  void add_tagged(std::string_view text, const std::vector<Piece>& tags,
                  const FindSpans& find_kept);
  /// Adds a code between two words.
  void add_lone(std::string_view code);
  /// Adds a code that the model reads as a word and that is kept.
  void add_kept(std::string_view code);

  /// Returns everything added, as XML to translate.
  const std::string& xml() const { return xml_; }

  /// Returns all codes in the order of adding.
  const std::vector<std::string>& codes() const { return codes_; }

  /// A code in a translation, and its bytes.
  struct Place {
    size_t code = 0;  // index in codes()
    ByteSpan bytes = {};
  };
  /// A translation without our elements.
  struct Decoded {
    std::string text;
    std::vector<Place> codes;  // in order
    bool is_whole = true;      // true if it contains each code once
  };
  Decoded decode(std::string_view translation) const;

 private:
  std::string name_of_next() const;
  void add_open(std::string_view code, const std::string& key);
  bool add_close(std::string_view code, const std::string& key);
  void add(const std::string& tag, std::string_view code);

  Text text_;
  std::string xml_;
  std::vector<std::string> codes_;
  std::map<std::string, size_t> numbers_;                 // number of each code, by our tag
  std::map<std::string, std::vector<std::string>> open_;  // names of open elements, by key
};

}  // namespace dragoman
