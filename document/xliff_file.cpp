#include "document/xliff_file.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "document/directive_order.h"
#include "document/document_bytes.h"
#include "document/kept_parts.h"
#include "document/laid_out_text.h"
#include "document/xliff_reader.h"
#include "document/xliff_text.h"
#include "io/text_edits.h"
#include "markup/tag_reader.h"

namespace dragoman {
namespace {

// XML parsers such as expat and libxml2 reject XML that is not well-formed. They decode their
// input, so the bytes of a text would have to be searched for. Room markup's scanner returns byte
// positions of every tag, and inline tags need it anyway.

/// Checks the XML declaration, which names charsets other than UTF-8.
void check_charset_of_xml(std::string_view bytes) {
  if (!bytes.starts_with("<?xml")) return;
  std::string declaration(bytes.substr(0, bytes.find('>')));
  declaration += '>';
  std::replace(declaration.begin(), declaration.end(), '?', ' ');
  if (const auto charset = attribute_value(declaration, "encoding")) require_utf8_name(*charset, 1);
}

/// Replaces control characters, which XML does not allow except as white space.
std::string without_controls(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 && !is_tag_space(c)) c = ' ';
  }
  return text;
}

/// A unit whose target, or one segment of it, is written. Its texts are the whole source or the
/// source's lines; without texts, the target is a copy of the source.
struct XliffPlace {
  const XliffUnit* unit = nullptr;
  std::string_view source = {};
  std::optional<LaidOutText> lines = {};
  std::vector<InlineCodes> texts = {};
  size_t first_segment = 0;
  bool is_icu = false;                  // an ICU message, which stays
  std::optional<XmlElement> mark = {};  // of the segment; else the whole target is written
};

class XliffFile : public Document {
 public:
  XliffFile(std::string_view bytes, const DocumentOptions& options)
      : bytes_(bytes), options_(options) {
    refuse_utf16(bytes_);
    check_charset_of_xml(std::string_view(bytes_).substr(byte_order_mark(bytes_).size()));
    require_utf8(bytes_);
    parts_ = read_xliff(bytes_);
    for (const XliffUnit& unit : parts_.units) {
      if (is_chosen(unit)) {
        add_place({.unit = &unit, .source = source_of(unit)});
      } else {
        add_empty_segments(unit);
      }
    }
  }

 private:
  std::string_view content(const XmlElement& element) const {
    return std::string_view(bytes_).substr(element.content_begin,
                                           element.content_end - element.content_begin);
  }
  std::string_view tag(const XmlElement& element) const {
    return std::string_view(bytes_).substr(element.begin, element.content_begin - element.begin);
  }

  FindSpans find_kept() const {
    return [this](std::string_view text) {
      return kept_parts(text, DirectiveStyle::kNone, options_.kept_spans);
    };
  }

  FindSpans find_copied() const {
    return [this](std::string_view text) {
      return kept_parts(text, copied_parts(text), options_.kept_spans);
    };
  }

  bool is_chosen(const XliffUnit& unit) const {
    if (!unit.is_translated || !unit.source) return false;
    const std::string_view source = content(*unit.source);
    if (has_only_tag_space(source)) return false;
    const std::string_view target = unit.target ? content(*unit.target) : std::string_view();
    if (has_only_tag_space(target)) return true;
    if (has_only_marks(target) && has_text_of_its_own(source)) return true;
    if (attribute_value(tag(unit.tag), "approved") == "yes") return false;
    return options_.entries == EntryChoice::kAll ||
           (options_.entries == EntryChoice::kUnfinished && is_unfinished(unit));
  }

  bool is_unfinished(const XliffUnit& unit) const {
    constexpr std::array<std::string_view, 5> kStates = {"initial", "new", "needs-translation",
                                                         "needs-adaptation", "needs-l10n"};
    const auto state = attribute_value(tag(parts_.is_2 ? unit.tag : *unit.target), "state");
    return state && std::find(kStates.begin(), kStates.end(), *state) != kStates.end();
  }

  /// Returns the text to translate: <seg-source> if it has text and marks of segments.
  std::string_view source_of(const XliffUnit& unit) const {
    const bool is_segmented = unit.segmented && !segment_marks(content(*unit.segmented)).empty() &&
                              !has_only_marks(content(*unit.segmented));
    return content(is_segmented ? *unit.segmented : *unit.source);
  }

  /// Adds the segments without a translation of a unit in which other segments have one.
  void add_empty_segments(const XliffUnit& unit) {
    const bool is_done = attribute_value(tag(unit.tag), "approved") == "yes";
    if (!unit.is_translated || !unit.segmented || !unit.target || is_done) return;
    std::map<std::string_view, std::string_view> sources;
    for (const SegmentMark& mark : segment_marks(content(*unit.segmented)))
      sources[mark.mid] = bytes_of(*unit.segmented, mark.element);
    for (const SegmentMark& mark : segment_marks(content(*unit.target))) {
      const auto source = sources.find(mark.mid);
      const bool is_empty = has_only_tag_space(bytes_of(*unit.target, mark.element));
      if (mark.mid.empty() || !is_empty || source == sources.end() ||
          has_only_tag_space(source->second))
        continue;
      XliffPlace place{.unit = &unit, .source = source->second, .mark = mark.element};
      for (size_t* position : {&place.mark->begin, &place.mark->content_begin, &place.mark->end})
        *position += unit.target->content_begin;
      add_place(std::move(place));
    }
  }

  /// Returns the content of `inner`, an element in the content of `outer`.
  std::string_view bytes_of(const XmlElement& outer, const XmlElement& inner) const {
    return content(outer).substr(inner.content_begin, inner.content_end - inner.content_begin);
  }

  void add_place(XliffPlace place) {
    place.first_segment = segments().size();
    place.is_icu = has_icu_message(place.source);
    if (!place.is_icu) add_texts(place.source, place.unit->keeps_lines, place);
    places_.push_back(std::move(place));
  }

  void add_texts(std::string_view source, bool keeps_lines, XliffPlace& place) {
    if (keeps_lines && source.find('\n') != std::string_view::npos) {
      place.lines.emplace(source, find_kept(), copied_parts(source));
      for (const std::string& line : place.lines->texts()) add_text(line, place);
    } else if (has_language(source, find_kept()(source))) {
      add_text(source, place);
    }
  }

  void add_text(std::string_view text, XliffPlace& place) {
    place.texts.push_back(encode_xliff(text, options_.kept_spans));
    add_segment({place.texts.back().xml(), {.syntax = MarkupSyntax::kXml}});
  }

  std::string write(const std::vector<std::string>& translations,
                    std::vector<DocumentNote>& notes) const override {
    std::vector<ByteEdit> edits;
    LineCounter lines(bytes_);
    if (!parts_.names_target_language && !places_.empty())
      notes.push_back({1, "<xliff> has no trgLang, which files with targets must have: add it"});
    for (const XliffPlace& place : places_) {
      const size_t line = lines.line_of(place.unit->tag.begin);
      if (has_cdata(place.source))
        notes.push_back({line, "the text of a CDATA section stays as it is"});
      if (place.texts.empty() && has_cdata(place.source)) continue;
      std::string problem;
      const std::string text = target_of(place, translations, problem);
      if (!problem.empty()) {
        notes.push_back({line, "left as it was: " + problem});
      } else if (place.mark) {
        add_segment_of_target(*place.unit, *place.mark, text, edits);
      } else {
        add_target(*place.unit, text, edits);
      }
    }
    return with_edits(bytes_, edits);
  }

  /// Returns the content of a target, or sets `problem`, which says why there is none.
  std::string target_of(const XliffPlace& place, const std::vector<std::string>& translations,
                        std::string& problem) const {
    if (place.is_icu) problem = kIcuChoice;
    std::vector<InlineCodes::Decoded> decoded;
    bool is_whole = true, is_ordered = true;
    for (size_t i = 0; i < place.texts.size(); ++i) {
      decoded.push_back(place.texts[i].decode(translations[place.first_segment + i]));
      is_whole = is_whole && decoded.back().is_whole;
      is_ordered =
          is_ordered && has_same_order(place.texts[i], decoded.back(), DirectiveStyle::kNone);
    }
    if (!is_whole) problem = "its translation lacks a tag or a placeholder";
    if (!is_whole) return "";
    const bool is_right =
        is_ordered || (has_object_directive(place.texts) &&
                       number_directives(encode_xliff(place.source, options_.kept_spans),
                                         place.texts, DirectiveStyle::kNone, decoded));
    if (!is_right) problem = kOtherOrder;
    std::vector<std::string> texts;
    for (InlineCodes::Decoded& one : decoded)
      texts.push_back(without_controls(std::move(one.text)));
    if (place.lines) return place.lines->with(texts, find_copied());
    return texts.empty() ? std::string(place.source) : texts.front();
  }

  void add_target(const XliffUnit& unit, std::string_view text,
                  std::vector<ByteEdit>& edits) const {
    add_approval(unit, edits);
    add_state_of_segment(unit, edits);
    const std::string name = std::string(unit.prefix) + "target";
    if (!unit.target) {
      const std::string start = start_tag("<" + name + ">", "state", state_of_target(false));
      edits.push_back({unit.after_source, unit.after_source,
                       std::string(unit.indent) + start + std::string(text) + "</" + name + ">"});
      return;
    }
    const std::string_view held = tag(*unit.target);
    const bool has_state = attribute_value(held, "state").has_value();
    const std::string start =
        without_attribute(start_tag(held, "state", state_of_target(has_state)), "state-qualifier");
    edits.push_back(
        {unit.target->begin, unit.target->end, start + std::string(text) + "</" + name + ">"});
  }

  void add_segment_of_target(const XliffUnit& unit, const XmlElement& mark, std::string_view text,
                             std::vector<ByteEdit>& edits) const {
    const std::string_view held = tag(*unit.target);
    const size_t begin = unit.target->begin;
    const bool is_first = edits.empty() || edits.back().begin < begin;
    if (options_.marks_review && is_first)
      edits.push_back({begin, unit.target->content_begin,
                       without_attribute(start_tag(held, "state", "needs-review-translation"),
                                         "state-qualifier")});
    const std::string_view name = tag(mark).substr(1, tag(mark).find_first_of(" \t\r\n") - 1);
    edits.push_back(
        {mark.begin, mark.end,
         start_tag(tag(mark), "", "") + std::string(text) + "</" + std::string(name) + ">"});
  }

  /// A unit of XLIFF 1.2 that was approved without a translation no longer is.
  void add_approval(const XliffUnit& unit, std::vector<ByteEdit>& edits) const {
    if (parts_.is_2 || attribute_value(tag(unit.tag), "approved") != "yes") return;
    edits.push_back(
        {unit.tag.begin, unit.tag.content_begin, start_tag(tag(unit.tag), "approved", "no")});
  }

  /// State of a target in XLIFF 1.2; empty: none. Its state-qualifier describes the old state only.
  std::string_view state_of_target(bool has_state) const {
    if (parts_.is_2) return "";
    if (options_.marks_review) return "needs-review-translation";
    return has_state ? "translated" : "";
  }

  /// Sets the state in XLIFF 2 to `translated`, which means not yet reviewed. A subState describes
  /// the old state only.
  void add_state_of_segment(const XliffUnit& unit, std::vector<ByteEdit>& edits) const {
    if (!parts_.is_2) return;
    const bool has_state = attribute_value(tag(unit.tag), "state").has_value();
    if (!has_state && !options_.marks_review) return;
    const std::string start = start_tag(tag(unit.tag), "state", "translated");
    edits.push_back({unit.tag.begin, unit.tag.content_begin, without_attribute(start, "subState")});
  }

  std::string bytes_;
  DocumentOptions options_;
  XliffParts parts_;
  std::vector<XliffPlace> places_;
};

}  // namespace

std::unique_ptr<Document> parse_xliff_file(std::string_view bytes, const DocumentOptions& options) {
  return std::make_unique<XliffFile>(bytes, options);
}

}  // namespace dragoman
