#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "catch.h"
#include "metric_value.h"
#include "serve/api_error.h"
#include "serve/batcher.h"
#include "tiny_models.h"

// Sentences for a Batcher, and what comes of them.
namespace dragoman {

using Answers = std::vector<std::future<TranslationResult>>;
using std::chrono::hours;

/// A sentence of the letters that the tiny models know, another one for each number.
inline std::string sentence(size_t number) {
  std::string text;
  for (size_t rest = number + 1; rest > 0; rest /= 8)
    text += {static_cast<char>('a' + rest % 8), static_cast<char>('a' + rest * 5 % 8), ' '};
  return text + "hab";
}

inline std::shared_ptr<Deadline> long_deadline() {
  return std::make_shared<Deadline>(Clock::now() + hours(1));
}

inline std::shared_ptr<Deadline> past_deadline() {
  return std::make_shared<Deadline>(Clock::now());
}

inline TranslationJob make_job(const std::string& text, const SearchSettings& settings = {}) {
  return {.model = served_translator(),
          .settings = std::make_shared<const SearchSettings>(settings),
          .request = {.text = text},
          .deadline = long_deadline()};
}

inline std::vector<TranslationJob> make_jobs(size_t count, size_t first = 0) {
  std::vector<TranslationJob> jobs;
  for (size_t i = 0; i < count; ++i) jobs.push_back(make_job(sentence(first + i)));
  return jobs;
}

inline std::vector<Translation> alone(const std::string& text,
                                      const SearchSettings& settings = {}) {
  return served_translator()->translator().translate_n_best({{.text = text}}, settings).front();
}

inline bool is_same(const std::vector<Translation>& a, const std::vector<Translation>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.text == y.text && x.tokens == y.tokens && x.score == Approx(y.score);
  });
}

inline bool is_same(const TranslationResult& a, const std::vector<Translation>& b) {
  return is_same(a.translations, b);
}

/// Checks that the answers are the translations of make_jobs' sentences.
inline void check_answers(Answers& answers, size_t first = 0) {
  for (size_t i = 0; i < answers.size(); ++i) {
    INFO(sentence(first + i));
    CHECK(is_same(answers[i].get(), alone(sentence(first + i))));
  }
}

/// The error that `work` throws, as "429 queue_full".
template <class Work>
std::string api_error_of(const Work& work) {
  try {
    work();
  } catch (const ApiError& error) {
    return std::to_string(error.status()) + " " + error.code();
  }
  return "none";
}

inline double num_batches(const ServiceMetrics& metrics) {
  return metric_value(metrics, "dragoman_batch_sentences_count");
}

inline double num_sentences(const ServiceMetrics& metrics) {
  return metric_value(metrics, "dragoman_batch_sentences_sum");
}

}  // namespace dragoman
