#include "translate_any_document.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>

#include "document/document_bytes.h"
#include "document/html_page.h"
#include "document/po_file.h"
#include "document/po_reader.h"
#include "document/srt_file.h"
#include "document/srt_reader.h"
#include "document/xliff_file.h"
#include "document/xliff_reader.h"
#include "io/random.h"
#include "io/text_edits.h"
#include "markup/tag_scanner.h"

namespace dragoman {
namespace {

using Parse = std::unique_ptr<Document> (*)(std::string_view, const DocumentOptions&);
using Rest = std::string (*)(std::string_view bytes);

void require(bool condition, const char* what, const std::string& text) {
  if (condition) return;
  std::fprintf(stderr, "%s: %s\n", what, text.c_str());
  std::abort();
}

/// A document without what may be another in its translation.
std::string rest_of_html(std::string_view bytes) {
  std::vector<std::string> tags;
  for (const Piece& piece : scan_tags(bytes, MarkupSyntax::kHtml)) {
    if (piece.is_tag()) tags.emplace_back(bytes.substr(piece.begin, piece.end - piece.begin));
  }
  std::sort(tags.begin(), tags.end());
  std::string rest;
  for (const std::string& tag : tags) rest += tag;
  return rest;
}

std::string rest_of_po(std::string_view bytes) {
  std::vector<ByteEdit> edits;
  const size_t mark = byte_order_mark(bytes).size();
  for (const PoEntry& entry : read_po(std::string(mark, ' ') + std::string(bytes.substr(mark)))) {
    // A fuzzy entry is none when it is translated.
    for (const auto* lines : {&entry.flag_lines, &entry.previous_lines}) {
      for (const ByteSpan& line : *lines) edits.push_back({line.begin, line.end, ""});
    }
    for (const PoString& string : entry.translations)
      edits.push_back({string.begin, string.end, ""});
  }
  return with_edits(bytes, edits);
}

std::string rest_of_xliff(std::string_view bytes) {
  std::vector<ByteEdit> edits;
  for (const XliffUnit& unit : read_xliff(bytes).units) {
    edits.push_back({unit.tag.begin, unit.tag.content_begin, ""});  // may be no longer approved
    if (!unit.source || !unit.target) continue;
    const bool is_after = unit.target->begin >= unit.after_source;
    edits.push_back({is_after ? unit.after_source : unit.target->begin, unit.target->end, ""});
  }
  return with_edits(bytes, edits);
}

std::string rest_of_srt(std::string_view bytes) {
  std::vector<ByteEdit> edits;
  size_t cue = 0;
  for (const SrtSpeech& speech : read_srt(bytes)) {
    if (!edits.empty() && speech.cue == cue) {
      edits.back().end = speech.end;
    } else {
      edits.push_back({speech.begin, speech.end, ""});
    }
    cue = speech.cue;
  }
  return with_edits(bytes, edits);
}

std::string any_words(RandomSequence& random) {
  constexpr std::array<std::string_view, 12> kWords = {
      "ab", "\xe4\xb8\xad", "%s", "<b>", "&", "\"", "\\", "-->", "- c", "1", "100 % sure", "d."};
  std::string words;
  for (size_t i = (random.next() >> 11) % 8; i > 0; --i)
    words += std::string(words.empty() ? "" : " ") +
             std::string(kWords[(random.next() >> 11) % kWords.size()]);
  return words;
}

std::vector<std::string> any_translations(const Document& document, RandomSequence& random) {
  std::vector<std::string> translations;
  for (const DocumentSegment& segment : document.segments()) {
    const MarkedText marked(segment.text, segment.markup);
    std::vector<PlainTranslation> plain;
    for (size_t i = marked.plain().size(); i > 0; --i) plain.push_back({any_words(random), {}});
    translations.push_back(marked.translated(plain));
  }
  return translations;
}

void check(const std::string& text, Parse parse, Rest rest_of, RandomSequence& random) {
  std::unique_ptr<Document> document;
  try {
    document = parse(text, {});
  } catch (const std::invalid_argument&) {
    return;
  }
  std::vector<DocumentNote> notes;
  const std::string rest = rest_of(text);
  const std::string written = document->translated(any_translations(*document, random), notes);
  require(rest_of(written) == rest, "bytes outside of texts are others", text);
  std::vector<std::string> same;
  for (const DocumentSegment& segment : document->segments()) same.push_back(segment.text);
  require(rest_of(document->translated(same, notes)) == rest, "identity is none", text);
}

}  // namespace

void translate_any_document(const uint8_t* data, size_t size) {
  uint64_t key = 0;
  const size_t num_choices = std::min<size_t>(size, 8);
  for (size_t i = 0; i < num_choices; ++i) key = derive_key(key, data[i]);
  RandomSequence random(key);
  const std::string text(reinterpret_cast<const char*>(data) + num_choices, size - num_choices);
  check(text, parse_html_page, rest_of_html, random);
  check(text, parse_po_file, rest_of_po, random);
  check(text, parse_xliff_file, rest_of_xliff, random);
  check(text, parse_srt_file, rest_of_srt, random);
}

}  // namespace dragoman
