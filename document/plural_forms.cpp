#include "document/plural_forms.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "document/document_bytes.h"
#include "io/ascii.h"

namespace dragoman {
namespace {

constexpr size_t kMostForms = 100;
constexpr size_t kLongestFormula = 1000;  // bytes; Arabic's has 90
constexpr int kMostDepth = 100;
/// Larger numbers repeat the forms of smaller ones: plural rules use the last two digits.
constexpr uint64_t kMostNumber = 1000;

/// Evaluates a C expression over n, by recursive descent.
class PluralExpression {
 public:
  PluralExpression(std::string_view text, uint64_t n) : text_(text), n_(n) {}

  /// Returns nullopt for an invalid expression.
  std::optional<uint64_t> value() {
    const uint64_t found = choice();
    skip_space();
    return is_wrong_ || at_ < text_.size() ? std::nullopt : std::optional(found);
  }

 private:
  /// Binary operators; each row binds tighter than the row before.
  static constexpr std::array<std::array<std::string_view, 4>, 6> kOperators = {
      {{"||", "", "", ""},
       {"&&", "", "", ""},
       {"==", "!=", "", ""},
       {"<=", ">=", "<", ">"},
       {"+", "-", "", ""},
       {"*", "/", "%", ""}}};

  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\n\v\f\r", at_), text_.size()); }

  bool take(std::string_view sign) {
    skip_space();
    if (sign.empty() || !text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }

  uint64_t choice() {
    if (++depth_ > kMostDepth) is_wrong_ = true;
    if (is_wrong_) return 0;
    const uint64_t condition = binary(0);
    uint64_t found = condition;
    if (take("?")) {
      const uint64_t yes = choice();
      is_wrong_ |= !take(":");
      const uint64_t no = choice();
      found = condition != 0 ? yes : no;
    }
    --depth_;
    return found;
  }

  uint64_t binary(size_t level) {
    if (level == kOperators.size()) return unary();
    uint64_t left = binary(level + 1);
    for (std::string_view sign = take_any(level); !sign.empty() && !is_wrong_;
         sign = take_any(level))
      left = apply(sign, left, binary(level + 1));
    return left;
  }

  std::string_view take_any(size_t level) {
    for (const std::string_view sign : kOperators[level]) {
      if (take(sign)) return sign;
    }
    return {};
  }

  uint64_t apply(std::string_view sign, uint64_t left, uint64_t right) {
    if (sign == "||") return left != 0 || right != 0 ? 1 : 0;
    if (sign == "&&") return left != 0 && right != 0 ? 1 : 0;
    if (sign == "==") return left == right ? 1 : 0;
    if (sign == "!=") return left != right ? 1 : 0;
    if (sign == "<=") return left <= right ? 1 : 0;
    if (sign == ">=") return left >= right ? 1 : 0;
    if (sign == "<") return left < right ? 1 : 0;
    if (sign == ">") return left > right ? 1 : 0;
    if (sign == "+") return left + right;
    if (sign == "-") return left - right;
    if (sign == "*") return left * right;
    is_wrong_ |= right == 0;
    if (right == 0) return 0;
    return sign == "/" ? left / right : left % right;
  }

  uint64_t unary() {
    size_t negations = 0;
    while (take("!")) ++negations;
    uint64_t found = operand();
    for (; negations > 0; --negations) found = found == 0 ? 1 : 0;
    return found;
  }

  uint64_t operand() {
    if (take("n")) return n_;
    if (take("(")) {
      const uint64_t found = choice();
      is_wrong_ |= !take(")");
      return found;
    }
    const size_t begin = at_;
    uint64_t number = 0;
    for (; at_ < text_.size() && is_ascii_digit(text_[at_]); ++at_)
      number = number * 10 + static_cast<uint64_t>(text_[at_] - '0');
    is_wrong_ |= at_ == begin;
    return number;
  }

  std::string_view text_;
  uint64_t n_;
  size_t at_ = 0;
  int depth_ = 0;
  bool is_wrong_ = false;
};

/// Returns the text after `name`, up to a semicolon or the end of the line; empty if there is none.
std::string_view value_of(std::string_view text, std::string_view name) {
  return value_after(text, name, ";\n").value_or("");
}

}  // namespace

PluralForms::PluralForms(std::string_view header) {
  const std::string_view count = value_of(header, "nplurals=");
  const std::string_view formula = value_of(header, "plural=");
  if (formula.size() > kLongestFormula) return;
  const auto forms = PluralExpression(count, 0).value();
  const auto one = PluralExpression(formula, 1).value();
  if (!forms || !one || *forms == 0 || *forms > kMostForms || *one >= *forms) return;
  num_forms_ = *forms;
  form_of_one_ = *one;
  for (uint64_t n = 0; n <= kMostNumber && one_is_alone_; ++n) {
    if (n != 1 && PluralExpression(formula, n).value() == one) one_is_alone_ = false;
  }
}

}  // namespace dragoman
