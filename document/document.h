#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "markup/marked_text.h"

namespace dragoman {

/// A text of a document that is translated on its own.
struct DocumentSegment {
  std::string text;  // valid UTF-8
  MarkupOptions markup = {};
};

/// A message to the reader of a translated document.
struct DocumentNote {
  size_t line = 0;  // of the source, from 1
  std::string what;
};

/// Entries that are translated, in documents with places for translations.
enum class EntryChoice {
  kUntranslated,  // those without translation
  kUnfinished,    // also those marked as unfinished
  kAll,
};

/// Options for reading and writing documents.
struct DocumentOptions {
  bool attributes = false;    // HTML: also translate the values of alt, title and placeholder
  FindSpans kept_spans = {};  // text to keep; PO and XLIFF always keep placeholders
  EntryChoice entries = EntryChoice::kUntranslated;  // PO, XLIFF
  bool marks_review = false;  // PO, XLIFF: mark new translations as not reviewed
};

/// A file whose texts are translated. All other bytes stay.
class Document {
 public:
  virtual ~Document() = default;

  const std::vector<DocumentSegment>& segments() const { return segments_; }
  /// Returns the document with a translation, as markup, for each segment. Throws
  /// std::invalid_argument unless there is one for each. Adds to `notes` what was left
  /// untranslated.
  std::string translated(const std::vector<std::string>& translations,
                         std::vector<DocumentNote>& notes) const;

 protected:
  /// Adds a segment and returns its number.
  size_t add_segment(DocumentSegment segment);

 private:
  virtual std::string write(const std::vector<std::string>& translations,
                            std::vector<DocumentNote>& notes) const = 0;

  std::vector<DocumentSegment> segments_;
};

}  // namespace dragoman
