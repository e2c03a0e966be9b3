#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "markup/piece.h"

namespace dragoman {

/// An element of an XML file: bytes of its tags and of its content between them.
struct XmlElement {
  size_t begin = 0;
  size_t content_begin = 0;
  size_t content_end = 0;
  size_t end = 0;
};

/// A source with the place of its translation: <trans-unit> of XLIFF 1.2, <segment> of XLIFF 2.
struct XliffUnit {
  XmlElement tag;             // the start tag of the unit: bytes [begin, content_begin)
  bool is_translated = true;  // as translate="no", of it or an element around it, says
  bool keeps_lines = false;   // of the source, as xml:space="preserve" says
  std::optional<XmlElement> source = {};
  std::optional<XmlElement> target = {};
  size_t after_source = 0;       // where a target may be put
  std::string_view indent = {};  // white space before the source
  std::string_view prefix = {};  // of names, with its colon
};

/// What an XLIFF file holds. Views are of its bytes.
struct XliffParts {
  bool is_2 = false;                  // version 2.x, else 1.x
  bool names_target_language = true;  // version 2.x must
  std::vector<XliffUnit> units;
};

/// Throws std::invalid_argument, naming the line, for what is no XML, or no XLIFF.
XliffParts read_xliff(std::string_view bytes);

/// The value of an attribute of a start tag, as it is written; none if it is not there.
std::optional<std::string_view> attribute_value(std::string_view tag, std::string_view name);

/// A name without its prefix.
std::string_view local_name(std::string_view name);

}  // namespace dragoman
