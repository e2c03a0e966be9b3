#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "markup/character_references.h"
#include "markup/sentence.h"

namespace dragoman {

/// Builds sentences from pieces, one piece at a time.
class SentenceBuilder {
 public:
  /// Both must outlive this object.
  SentenceBuilder(const Fragment& fragment, Spelling& spelling)
      : fragment_(fragment), spelling_(spelling) {}

  /// Adds a text or a single tag.
  void add(size_t piece);
  /// Adds pieces [first, last], an element that is kept untranslated.
  void add_kept(size_t first, size_t last);
  /// Returns the sentence if it has text. Begins the next one.
  std::optional<Sentence> take();

 private:
  struct Tag {
    int64_t from = 0;  // order of the begins and ends: index of a piece, or a number below or above
                       // all indices
    int64_t to = 0;
    SentenceTag tag;
  };

  void reach(size_t piece);
  void add_text(size_t piece);
  void part_words(std::string_view text);
  void add_open(size_t piece);
  void add_close(size_t piece);
  bool has_words(size_t first, size_t last) const;
  void add_lone(size_t first, size_t last, bool is_kept, size_t begin);
  void close_rest();
  void order_tags();

  const Fragment& fragment_;
  Spelling& spelling_;
  Sentence sentence_;
  std::vector<Tag> tags_;
  std::vector<size_t> open_;  // indices of tags that have not ended
  int64_t num_begun_before_ = 0;
  bool has_pieces_ = false;
  bool is_word_apart_ = false;   // the next text begins another word
  bool is_block_apart_ = false;  // it begins another block, whatever its first character
};

}  // namespace dragoman
