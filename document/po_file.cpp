#include "document/po_file.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "document/document_bytes.h"
#include "document/kept_parts.h"
#include "document/plural_forms.h"
#include "document/po_message.h"
#include "document/po_reader.h"
#include "document/po_string.h"
#include "io/text_edits.h"
#include "io/utf8.h"

namespace dragoman {
namespace {

// Libraries for PO, such as libgettextpo and the one behind msgcat, rewrite files in their own
// layout. Here all bytes except translations must stay, so the reader records their positions.

constexpr std::string_view kAcceleratorMarks = "_&~";

/// Returns the text after `name` in the header, up to the end of its line.
std::string_view header_field(std::string_view header, std::string_view name) {
  return value_after(header, name, "\n").value_or("");
}

/// Checks the header's line "Content-Type: text/plain; charset=..." in line `line`, decoded or as
/// it is written.
void check_content_type(std::string_view type, size_t line) {
  const auto charset = value_after(type, "charset=", " ;\t\\\"");
  if (!charset) return;
  if (charset == "CHARSET") {
    fail_at_line(line,
                 "the header says charset=CHARSET, as templates do: make a PO file of the template "
                 "with `msginit` or `msgmerge`, and write charset=UTF-8");
  }
  require_utf8_name(*charset, line, "msgconv -t UTF-8 FILE -o NEW");
}

/// Throws std::invalid_argument for bytes that are not UTF-8. Looks for the header's line before
/// the file is parsed, since other charsets may have the bytes of quotation marks in a letter.
void check_bytes(std::string_view bytes) {
  refuse_utf16(bytes);
  if (is_valid_utf8(bytes)) return;
  const size_t at = bytes.find("\"Content-Type:");
  if (at != std::string_view::npos)
    check_content_type(bytes.substr(at, bytes.substr(at).find('\n')), line_of(bytes, at));
  require_utf8(bytes);
}

/// True for entries that ask for translators' names, which only the translators know.
bool is_credits(const PoEntry& entry) {
  const std::string& id = entry.id.value;
  const std::string& context = entry.context.value;
  return id == "translator-credits" || id == "translator_credits" ||
         context == "NAME OF TRANSLATORS" || context == "EMAIL OF TRANSLATORS";
}

/// A translation to write, and its entry.
struct PoPlace {
  const PoEntry* entry = nullptr;
  const PoString* string = nullptr;
  size_t message = 0;
};

struct PlacedMessage {
  PoMessage message;
  size_t first_segment = 0;
  size_t num_segments = 0;
};

class PoFile : public Document {
 public:
  PoFile(std::string_view bytes, const DocumentOptions& options)
      : bytes_(bytes), marks_review_(options.marks_review), kept_spans_(options.kept_spans) {
    check_bytes(bytes_);
    const size_t mark = byte_order_mark(bytes_).size();
    entries_ = read_po(mark > 0 ? std::string(mark, ' ') + bytes_.substr(mark) : bytes_);
    const auto header = std::find_if(entries_.begin(), entries_.end(),
                                     [](const PoEntry& entry) { return entry.is_header(); });
    if (header != entries_.end())
      check_content_type(header_field(header->translations.front().value, "Content-Type:"),
                         header->line);
    plurals_ = PluralForms(header == entries_.end() ? std::string_view()
                                                    : header->translations.front().value);
    accelerators_ = find_accelerators();
    for (const PoEntry& entry : entries_) {
      if (!entry.is_header() && !is_credits(entry)) add_entry(entry, options.entries);
    }
  }

 private:
  /// Returns the accelerator marks before words in the file's messages. A mark named in the header
  /// takes precedence.
  std::string find_accelerators() const {
    std::string marks;
    for (const PoEntry& entry : entries_) {
      const std::string_view field =
          entry.is_header()
              ? header_field(entry.translations.front().value, "X-Accelerator-Marker:")
              : std::string_view();
      const size_t named = field.find_first_not_of(' ');
      if (named != std::string_view::npos) return {field[named]};
      const std::string& text = entry.id.value;
      if (text.find_first_of(kAcceleratorMarks) == std::string::npos) continue;
      const auto codes = parts_without_accelerator(text, kind_of(entry).style, kept_spans_);
      for (const char mark : kAcceleratorMarks) {
        if (marks.find(mark) != std::string::npos) continue;
        const auto found = find_accelerator(text, mark, codes);
        if (found && (found->at == 0 || text[found->at - 1] == ' ')) marks += mark;
      }
    }
    return marks;
  }

  void add_entry(const PoEntry& entry, EntryChoice choice) {
    const bool is_unfinished = entry.has_flag("fuzzy") && choice == EntryChoice::kUnfinished;
    const bool takes_all = choice == EntryChoice::kAll || is_unfinished;
    const bool has_text = std::any_of(entry.translations.begin(), entry.translations.end(),
                                      [](const PoString& string) { return !string.value.empty(); });
    if (!takes_all && has_text && entry.has_flag("fuzzy")) return;
    std::optional<size_t> of_one, of_others;  // indices of messages
    for (size_t form = 0; form < entry.translations.size(); ++form) {
      const PoString& string = entry.translations[form];
      if (!takes_all && !string.value.empty()) continue;
      const bool is_one = takes_singular(entry, form);
      std::optional<size_t>& message = is_one ? of_one : of_others;
      if (!message) message = add_message(entry, is_one ? entry.id.value : entry.id_plural.value);
      places_.push_back({&entry, &string, *message});
    }
  }

  /// True if `form` is translated from msgid: the form for 1, if msgid contains the number or no
  /// other number has this form.
  bool takes_singular(const PoEntry& entry, size_t form) const {
    if (!entry.has_plural) return true;
    if (form != plurals_.form_of_one() || plurals_.num_forms() < 2) return false;
    if (plurals_.one_is_alone()) return true;
    const auto num_kept = [style = kind_of(entry).style](const PoString& text) {
      return kept_words(text.value, style, {}).size();
    };
    return num_kept(entry.id) == num_kept(entry.id_plural);
  }

  MessageKind kind_of(const PoEntry& entry) const {
    MessageKind kind{.accelerators = accelerators_, .kept_spans = kept_spans_};
    for (const auto* flags : {&entry.sticky_flags, &entry.flags}) {
      for (const std::string& flag : *flags) {
        const DirectiveStyle style = directive_style(flag);
        if (style == DirectiveStyle::kNone) continue;
        kind.style = style;
        kind.can_number = can_number_directives(flag);
      }
    }
    return kind;
  }

  size_t add_message(const PoEntry& entry, const std::string& text) {
    PoMessage message(text, kind_of(entry));
    const size_t first = segments().size();
    for (std::string& segment : message.segments())
      add_segment({std::move(segment), {.syntax = MarkupSyntax::kXml}});
    messages_.push_back({std::move(message), first, segments().size() - first});
    return messages_.size() - 1;
  }

  std::string write(const std::vector<std::string>& translations,
                    std::vector<DocumentNote>& notes) const override {
    const auto written = write_messages(translations);
    std::vector<ByteEdit> edits;
    for (size_t i = 0; i < places_.size();) {
      const PoEntry* entry = places_[i].entry;
      std::vector<ByteEdit> of_entry;
      std::string problem;
      for (; i < places_.size() && places_[i].entry == entry; ++i) {
        const PoMessage::Written& message = written[places_[i].message];
        if (!message.problem.empty()) problem = message.problem;
        const PoString& string = *places_[i].string;
        of_entry.push_back({string.begin, string.end, quote(message.text, string)});
      }
      if (!problem.empty()) {
        notes.push_back({entry->line, "left as it was: " + problem});
        continue;
      }
      add_flags(*entry, edits);
      edits.insert(edits.end(), of_entry.begin(), of_entry.end());
    }
    return with_edits(bytes_, edits);
  }

  std::vector<PoMessage::Written> write_messages(
      const std::vector<std::string>& translations) const {
    std::vector<PoMessage::Written> written;
    for (const PlacedMessage& placed : messages_) {
      const auto first = translations.begin() + static_cast<std::ptrdiff_t>(placed.first_segment);
      const auto count = static_cast<std::ptrdiff_t>(placed.num_segments);
      written.push_back(placed.message.write({first, first + count}));
    }
    return written;
  }

  std::string quote(const std::string& text, const PoString& string) const {
    return quote_po(text, string.indent, line_end_at(bytes_, string.end));
  }

  /// Updates the fuzzy flag: an entry is fuzzy if and only if its translations need a review. All
  /// flags are written on the first of their lines. Only fuzzy entries have the old source.
  void add_flags(const PoEntry& entry, std::vector<ByteEdit>& edits) const {
    if (!marks_review_) {
      for (const ByteSpan& old : entry.previous_lines) edits.push_back({old.begin, old.end, ""});
    }
    if (entry.has_flag("fuzzy") == marks_review_) return;
    std::vector<std::string> flags = entry.flags;
    std::erase(flags, "fuzzy");
    if (marks_review_) flags.insert(flags.begin(), "fuzzy");
    std::string line;
    for (const std::string& flag : flags) line += (line.empty() ? "#, " : ", ") + flag;
    if (!line.empty()) line += line_end_at(bytes_, entry.begin);
    if (entry.flag_lines.empty()) return edits.push_back({entry.begin, entry.begin, line});
    for (const ByteSpan& flag_line : entry.flag_lines)
      edits.push_back({flag_line.begin, flag_line.end, std::exchange(line, "")});
  }

  std::string bytes_;
  bool marks_review_;
  FindSpans kept_spans_;
  std::vector<PoEntry> entries_;
  PluralForms plurals_{""};
  std::string accelerators_;
  std::vector<PlacedMessage> messages_;
  std::vector<PoPlace> places_;
};

}  // namespace

std::unique_ptr<Document> parse_po_file(std::string_view bytes, const DocumentOptions& options) {
  return std::make_unique<PoFile>(bytes, options);
}

}  // namespace dragoman
