#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/accelerator.h"
#include "document/format_directives.h"
#include "document/inline_codes.h"
#include "document/laid_out_text.h"
#include "markup/protected_spans.h"

namespace dragoman {

/// What a message's flags and its file say of it.
struct MessageKind {
  DirectiveStyle style = DirectiveStyle::kNone;
  bool can_number = false;        // directives
  std::string accelerators = {};  // marks of accelerators that the file uses
  FindSpans kept_spans = {};      // what stays besides what always does
};

/// A message of a program: its texts as XML, and the message made of their translations.
class PoMessage {
 public:
  PoMessage(std::string_view text, const MessageKind& kind);

  /// Fragments of XML to be translated, each by itself.
  std::vector<std::string> segments() const;

  /// What became of a message.
  struct Written {
    std::string text;
    std::string problem;  // why there is none; empty: there is one
  };
  /// The message with translations in the place of its segments. It has the source's directives, in
  /// an order that programs can follow, or there is a problem.
  Written write(const std::vector<std::string>& translations) const;

 private:
  bool has_ordered(std::string_view code) const;
  std::optional<std::string> with_numbers(std::string_view code, size_t& arguments) const;
  bool is_in_order(const InlineCodes& codes, const InlineCodes::Decoded& decoded) const;
  bool number_directives(std::vector<InlineCodes::Decoded>& decoded) const;
  std::vector<std::string> directives_of(std::string_view text) const;
  Written finish(const std::vector<InlineCodes::Decoded>& decoded, bool is_numbered) const;

  MessageKind kind_;
  std::optional<Accelerator> accelerator_;
  std::string text_;  // without the accelerator's mark
  LaidOutText layout_;
  std::vector<InlineCodes> codes_;  // of each text of the layout
};

}  // namespace dragoman
