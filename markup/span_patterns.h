#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "markup/text_tokens.h"

namespace re2 {
class RE2;
}

namespace dragoman {

/// What stays as it is in texts: placeholders, URLs and the like, and what regular expressions
/// match. May be used by several threads at once.
class SpanPatterns {
 public:
  /// Names, as search.protect has them: "default" for protected_spans(), regular expressions in
  /// RE2's syntax, or "none" alone. Throws std::invalid_argument for an expression that is none, or
  /// matches the empty text.
  explicit SpanPatterns(const std::vector<std::string>& names);
  ~SpanPatterns();
  SpanPatterns(SpanPatterns&&) noexcept;

  bool empty() const { return !has_default_ && expressions_.empty(); }
  /// Ascending; none overlaps another: of two that do, the one that begins first counts, or else
  /// the longer one. Each expression takes time linear in the text for each match.
  std::vector<TextToken> find(std::string_view text) const;

 private:
  bool has_default_ = false;
  std::vector<std::unique_ptr<const re2::RE2>> expressions_;
};

}  // namespace dragoman
