#pragma once

#include <string>
#include <vector>

#include "markup/sentence.h"

namespace dragoman {

/// A unit of writing: pieces [first, last], one tag or a kept element.
struct TagRun {
  size_t first = 0;
  size_t last = 0;
  bool follows_word = false;  // an end tag; it belongs to the text before it
  bool is_at_edge = false;    // at the beginning or end of the source sentence
  bool is_text = false;       // a kept element with text
  bool holds_words = false;   // it replaces words of the translation
};

/// True if the gap is at the beginning or the end of a sentence.
struct GapPlace {
  bool is_begin = false;
  bool is_end = false;
};

/// Finds the white space around the tags of one gap of a translation, as in the source.
class TagSpaces {
 public:
  /// Both must outlive this object.
  TagSpaces(const Fragment& fragment, const Sentence& sentence)
      : fragment_(fragment), sentence_(sentence) {}

  /// Returns the white space before each run, and after the last one. `space`: white space of the
  /// translation in the gap.
  std::vector<std::string> around(const std::vector<TagRun>& runs, std::string_view space,
                                  GapPlace place) const;
  /// Returns the bytes of a run in the source.
  std::string_view bytes(const TagRun& run) const;

 private:
  size_t place_of_space(const std::vector<TagRun>& runs) const;
  bool are_neighbours(const std::vector<TagRun>& runs) const;
  bool has_block(const std::vector<TagRun>& runs) const;
  void fit_inside(std::vector<std::string>& spaces, std::string_view space,
                  const std::vector<TagRun>& runs) const;
  std::vector<std::string> spaces_of_source(const std::vector<TagRun>& runs) const;
  bool is_tag_alone(size_t piece) const;
  std::string_view space_before(size_t piece) const;
  std::string_view space_after(size_t piece) const;
  std::string_view space_between(const TagRun& one, const TagRun& other) const;

  const Fragment& fragment_;
  const Sentence& sentence_;
};

}  // namespace dragoman
