#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "markup/piece.h"

namespace dragoman {

/// An element of an XML file, as bytes: its tags, and its content between them.
struct XmlElement {
  size_t begin = 0;
  size_t content_begin = 0;
  size_t content_end = 0;
  size_t end = 0;
};

/// A source and the place of its translation: <trans-unit> of XLIFF 1.2, <segment> of XLIFF 2.
struct XliffUnit {
  XmlElement tag;             // the start tag of the unit: bytes [begin, content_begin)
  bool is_translated = true;  // false if it or an element around it has translate="no"
  bool keeps_lines = false;   // the source keeps line breaks, as xml:space="preserve" says
  std::optional<XmlElement> source = {};
  std::optional<XmlElement> segmented = {};  // <seg-source>: the source with marks of segments
  std::optional<XmlElement> target = {};
  size_t after_source = 0;       // position for a new target
  std::string_view indent = {};  // white space before the source
  std::string_view prefix = {};  // namespace prefix of names, with its colon
};

/// The parts of an XLIFF file. Views point into its bytes.
struct XliffParts {
  bool is_2 = false;                  // version 2.x, else 1.x
  bool names_target_language = true;  // version 2.x must name it
  std::vector<XliffUnit> units;
};

/// Throws std::invalid_argument with the line for invalid XML or XLIFF.
XliffParts read_xliff(std::string_view bytes);

/// Returns an attribute's value in a start tag, not decoded; nullopt if there is none.
std::optional<std::string_view> attribute_value(std::string_view tag, std::string_view name);

/// Returns a name without its prefix.
std::string_view local_name(std::string_view name);

}  // namespace dragoman
