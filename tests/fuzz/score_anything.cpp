#include "score_anything.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "io/utf8.h"
#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/score_text.h"
#include "metrics/ter.h"

namespace dragoman {
namespace {

/// More than BLEU and chrF can be, since sums of quotients are not exact.
constexpr double kHighest = 100 + 1e-6;

void require(bool condition, const char* what, const Metric& metric) {
  if (condition) return;
  std::fprintf(stderr, "%s (%s): %s\n", metric.name().c_str(),
               format_signature(metric.settings_signature(), false).c_str(), what);
  std::abort();
}

/// Bytes that choose, then text.
class Input {
 public:
  Input(const uint8_t* data, size_t size) : data_(data), size_(size) {}

  uint8_t next_byte() {
    if (size_ == 0) return 0;
    --size_;
    return *data_++;
  }
  bool next_bit() {
    if (num_bits_ == 0) bits_ = next_byte();
    const bool bit = ((bits_ >> num_bits_) & 1) != 0;
    num_bits_ = (num_bits_ + 1) % 8;
    return bit;
  }
  /// What is left, as lines of valid UTF-8; at least two.
  std::vector<std::string> rest() const {
    const std::string_view bytes(reinterpret_cast<const char*>(data_), size_);
    std::vector<std::string> lines = {""};
    for (const char c : replace_invalid_utf8(bytes)) {
      if (c == '\n' && lines.size() < 5) {
        lines.emplace_back();
      } else {
        lines.back() += c;
      }
    }
    lines.resize(std::max<size_t>(2, lines.size()));
    return lines;
  }

 private:
  const uint8_t* data_;
  size_t size_;
  uint8_t bits_ = 0;
  int num_bits_ = 0;
};

std::vector<double> count(Metric& metric, const std::string& hypothesis,
                          const std::vector<std::string>& references) {
  std::vector<double> statistics(metric.num_statistics());
  metric.set_references(std::vector<std::string_view>(references.begin(), references.end()));
  metric.count(hypothesis, statistics);
  return statistics;
}

void check(Metric& metric, const std::vector<std::string>& lines) {
  const std::string& hypothesis = lines.front();
  const std::vector<std::string> references(lines.begin() + 1, lines.end());
  const std::vector<double> statistics = count(metric, hypothesis, references);
  for (const double number : statistics) require(number >= 0, "a negative statistic", metric);
  for (const Arithmetic arithmetic :
       {Arithmetic::kDouble, Arithmetic::kFloat, Arithmetic::kInteger}) {
    const double score = metric.score(statistics, arithmetic);
    require(std::isfinite(score) && score >= 0, "the score is no number from 0 up", metric);
    const bool is_bounded = metric.name() != "TER" && arithmetic == Arithmetic::kDouble;
    require(!is_bounded || score <= kHighest, "the score is above 100", metric);
  }
  metric.details(statistics);

  std::vector<double> again(metric.num_statistics());
  metric.count(hypothesis, again);
  require(again == statistics, "counting a hypothesis changed the references", metric);
  std::vector<std::string> twice = references;
  twice.insert(twice.end(), references.begin(), references.end());
  require(count(metric, hypothesis, twice) == statistics, "the same references again change counts",
          metric);
}

void check_bleu(Input& input, const std::vector<std::string>& lines) {
  constexpr std::array<const char*, 5> kTokenizers = {"13a", "intl", "zh", "char", "none"};
  const char* tokenizer = kTokenizers[input.next_byte() % kTokenizers.size()];
  BleuSettings settings{.tokenize = tokenizer};
  settings.smooth_method = static_cast<BleuSmoothing>(input.next_byte() % 4);
  settings.lowercase = input.next_bit();
  settings.effective_order = input.next_bit();
  Bleu bleu(settings);
  check(bleu, lines);
  const auto statistics = count(bleu, lines[0], {lines[0]});
  const auto num_orders = static_cast<size_t>(settings.max_ngram_order);
  for (size_t n = 2; n < 2 + num_orders; ++n) {
    require(statistics[n] == statistics[n + num_orders], "a text does not match itself", bleu);
  }
}

void check_chrf(Input& input, const std::vector<std::string>& lines) {
  ChrfSettings settings;
  settings.char_order = 1 + input.next_byte() % 9;
  settings.word_order = input.next_byte() % 4;
  settings.beta = input.next_byte() % 4;
  settings.lowercase = input.next_bit();
  settings.whitespace = input.next_bit();
  settings.eps_smoothing = input.next_bit();
  Chrf chrf(settings);
  check(chrf, lines);
}

void check_ter(Input& input, const std::vector<std::string>& lines) {
  const TerSettings settings{input.next_bit(), input.next_bit(), input.next_bit(),
                             input.next_bit()};
  Ter ter(settings);
  check(ter, lines);
  if (!settings.normalized) {  // references are tokenised twice then
    require(count(ter, lines[0], {lines[0]})[0] == 0, "a text takes edits to become itself", ter);
  }
  const auto statistics = count(ter, lines[0], {lines[1]});
  const double num_words = count(ter, lines[0], {""})[0];  // deletions
  require(statistics[0] <= num_words + statistics[1], "more edits than words", ter);
}

}  // namespace

void score_anything(const uint8_t* data, size_t size) {
  const size_t num_choices = std::min<size_t>(size, 8);
  Input choices(data, num_choices);
  const std::vector<std::string> lines = Input(data + num_choices, size - num_choices).rest();
  switch (choices.next_byte() % 3) {
    case 0:
      return check_bleu(choices, lines);
    case 1:
      return check_chrf(choices, lines);
    default:
      return check_ter(choices, lines);
  }
}

}  // namespace dragoman
