#include "metrics/split_punctuation.h"

#include <array>
#include <cstdint>

#include "io/ascii.h"
#include "io/utf8.h"
#include "metrics/python_text.h"

namespace dragoman {
namespace {

enum class ByteClass : uint8_t {
  kPlain,
  kSpace,
  kAlone,  // ASCII punctuation except ' - . ,
  kStop,   // period and comma
  kDash,
  kApostrophe,
  kBeyondAscii
};

constexpr std::array<ByteClass, 256> make_classes() {
  std::array<ByteClass, 256> classes{};
  for (int c = 0; c < 256; ++c) {
    const bool is_space = (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20);
    const bool is_alone = (c > ' ' && c <= '&') || (c >= '(' && c <= '+') || c == '/' ||
                          (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
                          (c >= '{' && c <= '~');
    classes[c] = is_space               ? ByteClass::kSpace
                 : is_alone             ? ByteClass::kAlone
                 : c == '.' || c == ',' ? ByteClass::kStop
                 : c == '-'             ? ByteClass::kDash
                 : c == '\''            ? ByteClass::kApostrophe
                 : c >= 0x80            ? ByteClass::kBeyondAscii
                                        : ByteClass::kPlain;
  }
  return classes;
}

constexpr std::array<ByteClass, 256> kClasses = make_classes();

class PunctuationSplitter {
 public:
  PunctuationSplitter(std::string_view text, const PunctuationRules& rules,
                      std::vector<std::string_view>& tokens)
      : text_(text), rules_(rules), tokens_(tokens) {}

  void run() {
    while (at_ < text_.size()) step();
    end_token();
  }

 private:
  ByteClass class_at(size_t at) const { return kClasses[static_cast<uint8_t>(text_[at])]; }

  void step() {
    switch (class_at(at_)) {
      case ByteClass::kPlain:
        ++at_;
        break;
      case ByteClass::kSpace:
        skip(1);
        break;
      case ByteClass::kAlone:
        take_alone(1);
        break;
      case ByteClass::kStop:
        take_stops();
        break;
      case ByteClass::kDash:
        is_digit_before(at_) ? take_alone(1) : void(++at_);
        break;
      case ByteClass::kApostrophe:
        if (is_possessive()) end_token();
        ++at_;
        break;
      case ByteClass::kBeyondAscii:
        take_beyond_ascii();
        break;
    }
  }

  /// Ends the token before at_, if there is one. The next token begins at at_.
  void end_token() {
    if (at_ > begin_) tokens_.push_back(text_.substr(begin_, at_ - begin_));
    begin_ = at_;
  }

  void skip(size_t num_bytes) {
    end_token();
    at_ += num_bytes;
    begin_ = at_;
  }

  void take_alone(size_t num_bytes) {
    end_token();
    at_ += num_bytes;
    end_token();
  }

  void take_beyond_ascii() {
    size_t next = at_;
    const char32_t character = next_character(text_, next);
    if (is_python_space(character)) {
      skip(next - at_);
    } else if (rules_.stands_alone != nullptr && rules_.stands_alone(character)) {
      take_alone(next - at_);
    } else {
      at_ = next;
    }
  }

  bool is_digit_before(size_t at) const { return at > 0 && is_ascii_digit(text_[at - 1]); }

  bool is_digit_at(size_t at) const { return at < text_.size() && is_ascii_digit(text_[at]); }

  /// Splits a run of periods and commas (stops). A first rule puts spaces around the stop of each
  /// pair (no digit, stop); in a run, around every second stop, because pairs do not overlap. A
  /// second rule does the same for pairs (stop, no digit); the spaces of the first rule count as no
  /// digits. Only the first stop can stay inside a token: if a digit precedes it, and if a digit
  /// follows or another condition of these rules fails.
  void take_stops() {
    size_t end = at_;
    while (end < text_.size() && class_at(end) == ByteClass::kStop) ++end;
    // At the text's edges there is a space, or no character to form a pair with.
    const bool no_pair_before = at_ == 0 ? !rules_.has_margins : is_digit_before(at_);
    const bool no_pair_after = end == text_.size() ? !rules_.has_margins : is_digit_at(end);
    const bool first_is_paired = !no_pair_before;
    const bool last_is_paired = (end - at_) % 2 == (first_is_paired ? 1 : 0);

    if (end - at_ == 1 && !first_is_paired && no_pair_after) {
      at_ = end;  // the stop is between two digits
      return;
    }
    while (at_ + 1 < end) take_alone(1);
    end_token();
    ++at_;
    if (last_is_paired || !no_pair_after) end_token();
  }

  /// True at "'s" before a space, or before a character that gets spaces around it.
  bool is_possessive() const {
    if (!rules_.splits_possessive || at_ + 1 >= text_.size() || text_[at_ + 1] != 's') return false;
    return at_ + 2 == text_.size() || text_[at_ + 2] == ' ' ||
           class_at(at_ + 2) == ByteClass::kAlone;
  }

  const std::string_view text_;
  const PunctuationRules& rules_;
  std::vector<std::string_view>& tokens_;
  size_t begin_ = 0;  // of the current token
  size_t at_ = 0;
};

}  // namespace

void split_punctuation(std::string_view text, const PunctuationRules& rules,
                       std::vector<std::string_view>& tokens) {
  PunctuationSplitter(text, rules, tokens).run();
}

}  // namespace dragoman
