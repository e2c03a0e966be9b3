#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "markup/marked_text.h"

namespace dragoman {

/// A text of a document that is translated by itself.
struct DocumentSegment {
  std::string text;  // valid UTF-8
  MarkupOptions markup = {};
};

/// What a reader of a translated document should know.
struct DocumentNote {
  size_t line = 0;  // of the source, from 1
  std::string what;
};

/// Which entries of a document that has places for translations get one.
enum class EntryChoice {
  kUntranslated,  // those without a translation
  kUnfinished,    // also those whose translation is marked as unfinished
  kAll,
};

/// How documents are read and written.
struct DocumentOptions {
  bool attributes = false;    // HTML: the values of alt, title and placeholder, too
  FindSpans kept_spans = {};  // stays as it is; in PO and XLIFF placeholders always do
  EntryChoice entries = EntryChoice::kUntranslated;  // PO, XLIFF
  bool marks_review = false;  // PO, XLIFF: new translations are marked as not reviewed
};

/// A file of which some texts are translated, and all other bytes stay.
class Document {
 public:
  virtual ~Document() = default;

  const std::vector<DocumentSegment>& segments() const { return segments_; }
  /// The document with a translation, as markup, in the place of each segment. Throws
  /// std::invalid_argument unless there is one for each. Adds to `notes` what was left as it was.
  std::string translated(const std::vector<std::string>& translations,
                         std::vector<DocumentNote>& notes) const;

 protected:
  /// Adds a segment; gives its number.
  size_t add_segment(DocumentSegment segment);

 private:
  virtual std::string write(const std::vector<std::string>& translations,
                            std::vector<DocumentNote>& notes) const = 0;

  std::vector<DocumentSegment> segments_;
};

}  // namespace dragoman
