#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "markup/sentence.h"

namespace dragoman {

/// A fragment's text as it is read, without tags, or that of its translation. References are
/// characters; tags of blocks separate words.
class ShownText {
 public:
  /// Bytes of the text, and where they come from.
  struct Part {
    ByteSpan bytes;
    size_t sentence = 0;
    ByteSpan plain = {};     // bytes of the sentence's plain text, or of its translation
    size_t kept = kNoPiece;  // the piece with which a text begins that stays; kNoPiece: none
  };

  /// `fragment` must outlive this object.
  explicit ShownText(const Fragment& fragment) : fragment_(fragment) {}

  /// What is added next belongs to the next sentence.
  void begin_sentence() { ++num_sentences_; }
  /// Adds text that is bytes `plain` of the sentence's plain text.
  void add(std::string_view text, const ByteSpan& plain);
  /// Adds white space, as markup.
  void add_space(std::string_view space);
  /// Adds the tag `piece`, which has no text.
  void add_tag(size_t piece);
  /// Adds the text of an element that is kept, pieces [first, last]. `plain`: see Part.
  void add_kept(size_t first, size_t last, const ByteSpan& plain = {});
  /// Adds pieces [first, last), which belong to no sentence and stay.
  void add_rest(size_t first, size_t last);
  /// Bytes `plain` of the translation are not written.
  void leave_out(const ByteSpan& plain) { left_out_.push_back({{}, num_sentences_ - 1, plain}); }

  const std::string& text() const { return text_; }
  const std::vector<Part>& parts() const { return parts_; }
  const std::vector<Part>& left_out() const { return left_out_; }

 private:
  std::string decoded(size_t piece) const;
  void add_part(std::string_view text, const ByteSpan& plain, size_t kept);

  const Fragment& fragment_;
  std::string text_;
  std::vector<Part> parts_;
  std::vector<Part> left_out_;
  size_t num_sentences_ = 0;
  // About what follows the text so far:
  bool is_block_apart_ = false;  // a space separates it
  bool is_word_apart_ = false;   // a space separates letters
  bool follows_end_ = false;     // the last piece was an end tag
};

/// Returns the text of a fragment with these sentences.
ShownText shown_source(const Fragment& fragment, const std::vector<Sentence>& sentences);

}  // namespace dragoman
