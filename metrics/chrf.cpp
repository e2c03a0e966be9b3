#include "metrics/chrf.h"

#include <algorithm>
#include <stdexcept>

#include "io/utf8.h"
#include "metrics/python_text.h"

namespace dragoman {
namespace {

/// True for characters of Python's string.punctuation.
bool is_ascii_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
         (c >= '{' && c <= '~');
}

/// Appends a word. A punctuation mark at its end, or else at its beginning, becomes a word of its
/// own.
void add_word(std::string_view word, std::vector<std::string_view>& words) {
  const size_t size = word.size();
  if (size > 1 && is_ascii_punctuation(word.back())) {
    words.insert(words.end(), {word.substr(0, size - 1), word.substr(size - 1)});
  } else if (size > 1 && is_ascii_punctuation(word.front())) {
    words.insert(words.end(), {word.substr(0, 1), word.substr(1)});
  } else if (size > 0) {
    words.push_back(word);
  }
}

/// Computes the score with quotients of type Real. Uses sacreBLEU's epsilon for orders without
/// n-grams.
template <class Real>
double f_score(std::span<const double> statistics, const ChrfSettings& settings) {
  constexpr Real kEpsilon = 1e-16;
  const Real factor = static_cast<Real>(settings.beta) * static_cast<Real>(settings.beta);
  const size_t num_orders = statistics.size() / 3;
  Real sum_of_scores = 0;
  Real precision = 0;
  Real recall = 0;
  int effective_order = 0;
  for (size_t n = 0; n < num_orders; ++n) {
    const auto hypothesis = static_cast<Real>(statistics[3 * n]);
    const auto reference = static_cast<Real>(statistics[3 * n + 1]);
    const auto match = static_cast<Real>(statistics[3 * n + 2]);
    const Real order_precision = hypothesis > 0 ? match / hypothesis : kEpsilon;
    const Real order_recall = reference > 0 ? match / reference : kEpsilon;
    const Real denominator = factor * order_precision + order_recall;
    sum_of_scores +=
        denominator > 0 ? (1 + factor) * order_precision * order_recall / denominator : kEpsilon;
    if (hypothesis > 0 && reference > 0) {
      precision += order_precision;
      recall += order_recall;
      ++effective_order;
    }
  }
  if (settings.eps_smoothing) return 100 * sum_of_scores / static_cast<Real>(num_orders);
  if (effective_order > 0) {
    precision /= static_cast<Real>(effective_order);
    recall /= static_cast<Real>(effective_order);
  }
  if (precision + recall == 0) return 0;
  Real score = (1 + factor) * precision * recall;
  score /= factor * precision + recall;
  return 100 * score;
}

/// Writes counts of an order: hypothesis, reference, matches. The hypothesis counts as 0 if the
/// reference has no n-grams.
void write_counts(size_t hypothesis_length, size_t reference_length,
                  std::span<const double> matches, double* statistics) {
  for (size_t n = 0; n < matches.size(); ++n) {
    const bool has_reference = reference_length > n;
    statistics[3 * n] =
        has_reference && hypothesis_length > n ? static_cast<double>(hypothesis_length - n) : 0;
    statistics[3 * n + 1] = has_reference ? static_cast<double>(reference_length - n) : 0;
    statistics[3 * n + 2] = matches[n];
  }
}

}  // namespace

Chrf::Chrf(ChrfSettings settings) : settings_(settings) {
  if (settings.char_order < 0 || settings.word_order < 0 || num_orders() == 0) {
    throw std::invalid_argument("chrF with n-grams of up to " +
                                std::to_string(settings.char_order) + " characters and " +
                                std::to_string(settings.word_order) +
                                " words: neither may be negative, and one must be 1 or more");
  }
  if (settings.beta < 0) {
    throw std::invalid_argument("chrF's beta " + std::to_string(settings.beta) +
                                " is negative: give a number from 0 up");
  }
}

std::string Chrf::name() const {
  return "chrF" + std::to_string(settings_.beta) +
         std::string(static_cast<size_t>(settings_.word_order), '+');
}

void Chrf::read_symbols(std::string_view segment, Symbols& symbols) const {
  std::string_view text = segment;
  if (settings_.lowercase) {
    symbols.lowered = python_lower(segment);
    text = symbols.lowered;
  }
  symbols.characters.clear();
  symbols.words.clear();
  symbols.word_ids.clear();
  size_t word_begin = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const char32_t character = next_character(text, at);
    const bool is_space = is_python_space(character);
    if (!is_space || settings_.whitespace) symbols.characters.push_back(character);
    if (!is_space || settings_.word_order == 0) continue;
    add_word(text.substr(word_begin, begin - word_begin), symbols.words);
    word_begin = at;
  }
  if (settings_.word_order > 0) add_word(text.substr(word_begin), symbols.words);
}

void Chrf::read_references(std::span<const std::string_view> references) {
  num_references_ = references.size();
  references_.resize(std::max(references_.size(), num_references_));
  size_t num_words = 0;
  for (size_t r = 0; r < num_references_; ++r) {
    read_symbols(references[r], references_[r].symbols);
    num_words += references_[r].symbols.words.size();
  }
  word_ids_.reset(num_words);
  for (size_t r = 0; r < num_references_; ++r) {
    Reference& reference = references_[r];
    reference.characters.reset(reference.symbols.characters.size(),
                               static_cast<int>(settings_.char_order));
    reference.characters.add(reference.symbols.characters);
    word_ids_.add(reference.symbols.words, reference.symbols.word_ids);
    reference.words.reset(reference.symbols.word_ids.size(),
                          static_cast<int>(settings_.word_order));
    reference.words.add(reference.symbols.word_ids);
  }
}

void Chrf::count_against(Reference& reference, std::span<double> statistics) {
  matches_.assign(num_orders(), 0);
  const auto num_char_orders = static_cast<size_t>(settings_.char_order);
  const std::span<double> char_matches = std::span(matches_).first(num_char_orders);
  const std::span<double> word_matches = std::span(matches_).subspan(num_char_orders);
  reference.characters.count_matches(hypothesis_.characters, char_matches.data());
  reference.words.count_matches(hypothesis_.word_ids, word_matches.data());
  write_counts(hypothesis_.characters.size(), reference.symbols.characters.size(), char_matches,
               statistics.data());
  write_counts(hypothesis_.word_ids.size(), reference.symbols.word_ids.size(), word_matches,
               statistics.data() + 3 * num_char_orders);
}

void Chrf::count(std::string_view hypothesis, std::span<double> statistics) {
  read_symbols(hypothesis, hypothesis_);
  word_ids_.find(hypothesis_.words, hypothesis_.word_ids);
  count_against(references_.front(), statistics);
  if (num_references_ == 1) return;
  double best = score(statistics, Arithmetic::kDouble);
  candidate_.resize(num_statistics());
  for (size_t r = 1; r < num_references_; ++r) {
    count_against(references_[r], candidate_);
    const double candidate = score(candidate_, Arithmetic::kDouble);
    if (candidate <= best) continue;
    best = candidate;
    std::copy(candidate_.begin(), candidate_.end(), statistics.begin());
  }
}

double Chrf::score(std::span<const double> statistics, Arithmetic arithmetic) const {
  return arithmetic == Arithmetic::kFloat ? f_score<float>(statistics, settings_)
                                          : f_score<double>(statistics, settings_);
}

Signature Chrf::settings_signature() const {
  return {{"case", "c", settings_.lowercase ? "lc" : "mixed"},
          {"eff", "e", yes_or_no(!settings_.eps_smoothing)},
          {"nc", "nc", std::to_string(settings_.char_order)},
          {"nw", "nw", std::to_string(settings_.word_order)},
          {"space", "s", yes_or_no(settings_.whitespace)}};
}

}  // namespace dragoman
