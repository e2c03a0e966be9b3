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

/// Properties of a message from its flags and its file.
struct MessageKind {
  DirectiveStyle style = DirectiveStyle::kNone;
  bool can_number = false;        // directives may have argument numbers
  std::string accelerators = {};  // accelerator marks that the file uses
  FindSpans kept_spans = {};      // further text to keep
};

/// A message of a program, as texts in XML. Composes the translated message from their
/// translations.
class PoMessage {
 public:
  PoMessage(std::string_view text, const MessageKind& kind);

  /// Returns fragments of XML, each to be translated on its own.
  std::vector<std::string> segments() const;

  /// Result of composing a message.
  struct Written {
    std::string text;
    std::string problem;  // why there is no text; empty if there is one
  };
  /// Composes the message from translations of its segments. The result has the source's
  /// directives, in an order that programs can process; otherwise reports a problem.
  Written write(const std::vector<std::string>& translations) const;

 private:
  std::vector<std::string> directives_of(std::string_view text) const;
  Written finish(const std::vector<InlineCodes::Decoded>& decoded, bool is_numbered) const;

  MessageKind kind_;
  std::optional<Accelerator> accelerator_;
  std::string text_;  // without the accelerator mark
  LaidOutText layout_;
  std::vector<InlineCodes> codes_;  // one for each text of the layout
};

}  // namespace dragoman
