#include "markup/span_patterns.h"

#include <re2/re2.h>

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "io/escaped_text.h"
#include "io/utf8.h"
#include "markup/protected_spans.h"
#include "threads/cancellation.h"

namespace dragoman {
namespace {

constexpr size_t kMostExpressions = 100;
constexpr int64_t kMostMemory = 4 << 20;  // limit of an expression's memory, in bytes

std::unique_ptr<const re2::RE2> compile(const std::string& expression) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMostMemory);
  auto compiled = std::make_unique<const re2::RE2>(expression, options);
  const auto refuse = [&](const std::string& reason) {
    throw std::invalid_argument("search.protect: " + in_backquotes(expression) + " " + reason);
  };
  if (!compiled->ok()) {
    refuse("is neither none nor default, nor a regular expression (RE2): " +
           escape_controls(in_brief(compiled->error())));
  }
  if (re2::RE2::FullMatch("", *compiled)) refuse("matches where there is no text: write + for *");
  return compiled;
}

void add_matches(const re2::RE2& expression, std::string_view text, std::vector<ByteSpan>& spans) {
  const re2::StringPiece whole(text.data(), text.size());
  re2::StringPiece match;
  for (size_t at = 0; expression.Match(whole, at, text.size(), re2::RE2::UNANCHORED, &match, 1);) {
    Cancellation::check();  // each search may go on to the end of the text
    const auto begin = static_cast<size_t>(match.data() - text.data());
    at = begin + match.size();
    if (!match.empty()) {
      spans.push_back({begin, at});
    } else if (at < text.size()) {
      next_character(text, at);  // goes on after an empty match, such as \b
    } else {
      return;
    }
  }
}

}  // namespace

SpanPatterns::SpanPatterns(const std::vector<std::string>& names) {
  if (names.size() > kMostExpressions) {
    throw std::invalid_argument("search.protect has " + std::to_string(names.size()) +
                                " expressions, but may have " + std::to_string(kMostExpressions));
  }
  for (const std::string& name : names) {
    if (name == "none" && names.size() > 1)
      throw std::invalid_argument("search.protect: none cannot be combined with other values");
    if (name == "default") {
      has_default_ = true;
    } else if (name != "none") {
      expressions_.push_back(compile(name));
    }
  }
}

SpanPatterns::~SpanPatterns() = default;
SpanPatterns::SpanPatterns(SpanPatterns&&) noexcept = default;

std::vector<ByteSpan> SpanPatterns::find(std::string_view text) const {
  std::vector<ByteSpan> spans;
  if (has_default_) spans = protected_spans(text);
  if (expressions_.empty()) return spans;
  for (const auto& expression : expressions_) add_matches(*expression, text, spans);
  std::ranges::sort(spans, std::greater(), &ByteSpan::end);  // of two with one begin, the longer
  return without_overlaps(std::move(spans));
}

}  // namespace dragoman
