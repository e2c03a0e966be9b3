#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "markup/byte_span.h"

namespace re2 {
class RE2;
}

namespace dragoman {

/// Finds text to keep untranslated: placeholders, URLs and the like, and matches of regular
/// expressions. Thread-safe.
class SpanPatterns {
 public:
  /// `names` are values of search.protect: "default" for protected_spans(), regular expressions in
  /// RE2's syntax, or "none" alone. Throws std::invalid_argument for an invalid expression, or one
  /// that matches the empty text.
  explicit SpanPatterns(const std::vector<std::string>& names);
  ~SpanPatterns();
  SpanPatterns(SpanPatterns&&) noexcept;

  bool empty() const { return !has_default_ && expressions_.empty(); }
  /// Returns spans in ascending order, without overlaps. Of two that overlap, takes the one that
  /// begins first, or else the longer one. Each expression takes time linear in the text for each
  /// match. Can be cancelled.
  std::vector<ByteSpan> find(std::string_view text) const;

 private:
  bool has_default_ = false;
  std::vector<std::unique_ptr<const re2::RE2>> expressions_;
};

}  // namespace dragoman
