#include "document/po_reader.h"

#include <algorithm>

#include "document/document_bytes.h"
#include "document/po_string.h"
#include "io/text_edits.h"

namespace dragoman {
namespace {

constexpr std::string_view kPoSpace = " \t\r\f\v";
constexpr size_t kLongestKeyword = 40;  // limit for error messages

/// Reads all entries.
class PoReader {
 public:
  explicit PoReader(std::string_view bytes) : bytes_(bytes) {}

  std::vector<PoEntry> read() {
    while (skip_space()) {
      if (bytes_[at_] == '#') {
        read_comment();
      } else if (bytes_[at_] == '"') {
        fail("a string without a keyword before it");
      } else {
        read_keyword();
      }
    }
    finish_entry();
    return std::move(entries_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    fail_at_line(line_, "invalid PO: " + what + "; `msgfmt --check` tells more");
  }

  /// Skips white space. Returns false at the end.
  bool skip_space() {
    for (; at_ < bytes_.size(); ++at_) {
      if (bytes_[at_] == '\n') {
        ++line_;
        line_begin_ = at_ + 1;
      } else if (kPoSpace.find(bytes_[at_]) == std::string_view::npos) {
        return true;
      }
    }
    return false;
  }

  size_t end_of_line() const { return std::min(bytes_.find('\n', at_), bytes_.size()); }

  void read_comment() {
    if (!entry_.translations.empty()) finish_entry();
    const size_t begin = at_, end = end_of_line();
    const std::string_view comment = bytes_.substr(begin, end - begin);
    if (comment.starts_with("#,")) {
      entry_.flag_lines.push_back({line_begin_, std::min(end + 1, bytes_.size())});
      read_flags(comment.substr(2), entry_.flags);
    } else if (comment.starts_with("#=")) {
      read_flags(comment.substr(2), entry_.sticky_flags);
    } else if (comment.starts_with("#|")) {
      entry_.previous_lines.push_back({line_begin_, std::min(end + 1, bytes_.size())});
      if (!has_begin_) begin_entry();
    } else if (comment.starts_with("#~")) {
      entry_ = {};  // the comments belong to an obsolete entry
      has_begin_ = false;
    }
    at_ = end;
  }

  static void read_flags(std::string_view list, std::vector<std::string>& flags) {
    for (size_t begin = 0; begin <= list.size();) {
      const size_t end = std::min(list.find(',', begin), list.size());
      const std::string_view flag = trimmed(list.substr(begin, end - begin), kPoSpace);
      if (!flag.empty()) flags.emplace_back(flag);
      begin = end + 1;
    }
  }

  void begin_entry() {
    entry_.begin = line_begin_;
    has_begin_ = true;
  }

  void read_keyword() {
    constexpr std::string_view kName = "abcdefghijklmnopqrstuvwxyz_";
    const size_t end = std::min(bytes_.find_first_not_of(kName, at_), bytes_.size());
    const std::string_view name = bytes_.substr(at_, end - at_);
    const bool begins = name == "msgctxt" || (name == "msgid" && (has_id_ || !entry_.has_context));
    if ((begins || name == "domain") && has_id_) finish_entry();
    if (!has_begin_) begin_entry();
    if (begins) entry_.line = line_;
    at_ = end;
    if (name == "msgctxt") {
      entry_.context = read_string(name);
      entry_.has_context = true;
    } else if (name == "msgid" && !has_id_) {
      entry_.id = read_string(name);
      has_id_ = true;
    } else if (name == "msgid_plural" && has_id_ && entry_.translations.empty()) {
      entry_.id_plural = read_string(name);
      entry_.has_plural = true;
    } else if (name == "msgstr" && has_id_) {
      read_index();
      entry_.translations.push_back(read_string(name));
    } else if (name == "domain") {
      read_string(name);
      has_begin_ = false;
    } else {
      fail((name.empty() ? "something" : "`" + std::string(name.substr(0, kLongestKeyword)) + "`") +
           " stands where msgid, msgstr or the like should");
    }
  }

  /// Reads [n] after msgstr. In entries with plurals, n must count up from 0.
  void read_index() {
    const size_t number = entry_.translations.size();
    const std::string index = "[" + std::to_string(number) + "]";
    if (entry_.has_plural && bytes_.substr(at_).starts_with(index)) {
      at_ += index.size();
    } else if (entry_.has_plural || number > 0 || bytes_.substr(at_).starts_with('[')) {
      fail("msgstr of " + std::string(entry_.has_plural ? "plurals has to be msgstr" + index
                                                        : "an entry without msgid_plural is one"));
    }
  }

  PoString read_string(std::string_view keyword) {
    PoString found;
    bool has_part = false;
    const size_t begin_of_line = line_begin_;
    while (skip_space() && bytes_[at_] == '"') {
      if (!has_part) {
        found.begin = at_;
        found.indent = line_begin_ == begin_of_line ? at_ - line_begin_ : 0;
      }
      has_part = true;
      read_part(found.value);
      found.end = at_;
    }
    if (!has_part) fail("no string after " + std::string(keyword));
    return found;
  }

  void read_part(std::string& value) {
    size_t end = at_ + 1;
    while (end < bytes_.size() && bytes_[end] != '"' && bytes_[end] != '\n')
      end += bytes_[end] == '\\' ? 2 : 1;
    if (end >= bytes_.size() || bytes_[end] != '"') fail("a string without its closing quote");
    value += unescape_po(bytes_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
  }

  void finish_entry() {
    if (has_id_ && entry_.translations.empty()) fail("msgid without msgstr before this line");
    if (!has_id_ && entry_.has_context) fail("msgctxt without msgid before this line");
    if (has_id_) entries_.push_back(std::move(entry_));
    entry_ = {};
    has_id_ = has_begin_ = false;
  }

  std::string_view bytes_;
  size_t at_ = 0;
  size_t line_ = 1;
  size_t line_begin_ = 0;
  PoEntry entry_;
  bool has_id_ = false;
  bool has_begin_ = false;
  std::vector<PoEntry> entries_;
};

}  // namespace

bool PoEntry::has_flag(std::string_view flag) const {
  return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

std::vector<PoEntry> read_po(std::string_view bytes) { return PoReader(bytes).read(); }

}  // namespace dragoman
