#include "markup/span_protector.h"

#include "catch.h"
#include "markup/marked_text.h"

namespace dragoman {
namespace {

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a span that begins or ends inside a reference does not count") {
  MarkupOptions options;
  options.kept_spans = [](std::string_view text) {
    std::vector<ByteSpan> found;
    for (const std::string part : {"&", "amp;", "man"}) {
      const size_t at = text.find(part);
      if (at != std::string_view::npos) found.push_back({at, at + part.size()});
    }
    return found;
  };
  const auto kept_in = [&](const std::string& text) {
    const MarkedText marked(text, options);
    Texts kept;
    for (const ByteSpan& span : marked.kept(0)) kept.emplace_back(span.of(marked.plain()[0]));
    return kept;
  };
  CHECK(kept_in("a &amp; b") == Texts{});
  CHECK(kept_in("a & b") == Texts{"&"});
  CHECK(kept_in("AT&T") == Texts{"&"});
  CHECK(kept_in("a&amp b") == Texts{});
  CHECK(kept_in("a man") == Texts{"man"});
  options.syntax = MarkupSyntax::kPlain;
  CHECK(kept_in("a &amp; b") == Texts{"&", "amp;"});
}

TEST_CASE("given spans that begin or end inside a reference are refused") {
  const auto protects = [](const ByteSpan& span, MarkupSyntax syntax) {
    return MarkedText("a &amp; b", {.syntax = syntax, .protected_spans = {span}}).plain();
  };
  for (const ByteSpan& span : {ByteSpan{2, 3}, ByteSpan{3, 7}, ByteSpan{0, 6}}) {
    CHECK_THROWS_WITH(protects(span, MarkupSyntax::kXml),
                      ContainsSubstring("begins or ends inside a reference"));
    CHECK_NOTHROW(protects(span, MarkupSyntax::kPlain));
  }
  CHECK_NOTHROW(protects({2, 7}, MarkupSyntax::kXml));
}

}  // namespace dragoman
