#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "markup/text_tokens.h"

namespace dragoman {

/// The text of a format, with its tags, placeholders and other codes, as XML for room markup, and
/// back: each code is an element of a name that no format has.
class InlineCodes {
 public:
  /// How text between codes is written.
  enum class Text {
    kPlain,  // characters
    kXml,    // XML, which stays XML
  };

  explicit InlineCodes(Text text) : text_(text) {}

  void add_text(std::string_view text);
  /// A code between two words.
  void add_lone(std::string_view code);
  /// Codes that are around text: open codes are closed by their `key`, which is given once for
  /// each.
  void add_open(std::string_view code, const std::string& key);
  /// False, and nothing is added, if there is no open code of the key.
  bool add_close(std::string_view code, const std::string& key);
  /// A code that the model reads, as it reads a word that stays.
  void add_kept(std::string_view code);

  /// What was added, to be translated as XML.
  const std::string& xml() const { return xml_; }

  /// All codes, in the order in which they were added.
  const std::vector<std::string>& codes() const { return codes_; }

  /// A code of a translation, and the bytes where it stands.
  struct Place {
    size_t code = 0;  // its number in codes()
    TextToken bytes = {};
  };
  /// A translation without our elements.
  struct Decoded {
    std::string text;
    std::vector<Place> codes;  // in order
    bool is_whole = true;      // it has each code once
  };
  Decoded decode(std::string_view translation) const;

 private:
  std::string name_of_next() const;
  void add(const std::string& tag, std::string_view code);

  Text text_;
  std::string xml_;
  std::vector<std::string> codes_;
  std::map<std::string, size_t> numbers_;                 // of codes, by our tag
  std::map<std::string, std::vector<std::string>> open_;  // names, by key
};

}  // namespace dragoman
