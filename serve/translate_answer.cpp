#include "serve/translate_answer.h"

#include <cmath>

#include "translate/translation_json.h"

namespace dragoman {
namespace {

using nlohmann::ordered_json;

constexpr size_t kMostNumbersAtOnce = 20'000;  // in a response that no worker writes

const char* name_of_fate(PrefixFate fate) {
  switch (fate) {
    case PrefixFate::kDropped:
      return "dropped";
    case PrefixFate::kKept:
      return "kept";
    case PrefixFate::kFinished:
      return "finished";
  }
  return "";
}

ordered_json step_json(const BeamStep& step) {
  ordered_json json;
  ordered_json& nodes = json["nodes"] = ordered_json::array();
  for (const BeamNode& node : step.nodes) {
    ordered_json& described = nodes.emplace_back();
    described["parent"] = node.parent;
    described["token"] = node.token;
    described["log_probability"] = node.log_probability;
    described["score"] = node.score;
    described["fate"] = name_of_fate(node.fate);
  }
  return json;
}

ordered_json sentence_json(const TranslatedSentence& sentence, const TranslateCall& call,
                           bool with_alignment) {
  ordered_json json;
  json["source"] = sentence.source;
  ordered_json& translations = json["translations"] = ordered_json::array();
  for (const Translation& translation : sentence.translations)
    translations.push_back(translation_json(translation, with_alignment));
  if (!call.steps) return json;
  ordered_json& steps = json["steps"] = ordered_json::array();
  for (const BeamStep& step : sentence.steps) steps.push_back(step_json(step));
  return json;
}

/// Sums over the best translations of a text's sentences.
struct TextSums {
  double score = 0;
  double log_probability = 0;
};

TextSums sums_of(const TranslatedText& text) {
  TextSums sums;
  for (const TranslatedSentence& sentence : text.sentences) {
    if (sentence.translations.empty()) continue;
    const Translation& best = sentence.translations.front();
    sums.score += best.score;
    sums.log_probability += best.log_probability;
  }
  return sums;
}

ordered_json note_json(const TranslationNote& note) {
  ordered_json json;
  json["line"] = note.line;
  json["text"] = note.what;
  return json;
}

ordered_json text_json(const TranslatedText& text, const TranslateCall& call, bool with_alignment) {
  const TextSums sums = sums_of(text);
  ordered_json json;
  json["text"] = text.text();
  json["score"] = sums.score;
  json["log_probability"] = sums.log_probability;
  if (text.in_parts) json["in_parts"] = true;
  for (const TranslationNote& note : text.notes) json["notes"].push_back(note_json(note));
  ordered_json& sentences = json["sentences"] = ordered_json::array();
  for (const TranslatedSentence& sentence : text.sentences)
    sentences.push_back(sentence_json(sentence, call, with_alignment));
  return json;
}

std::string answer_text(const std::vector<TranslatedText>& texts, const TextTranslation& work,
                        const TranslateCall& call, Clock::time_point begin) {
  ordered_json json;
  json["model"] = work.model().card().name;
  ordered_json& translations = json["translations"] = ordered_json::array();
  int64_t target_tokens = 0;
  for (const TranslatedText& text : texts) {
    translations.push_back(text_json(text, call, work.settings().alignment));
    target_tokens += text.target_tokens;
  }
  json["target_tokens"] = target_tokens;
  json["milliseconds"] = milliseconds_since(begin);
  return json_text(json);
}

/// The number of tokens, nodes and attention weights.
size_t count_numbers(const TranslatedSentence& sentence) {
  size_t count = 0;
  for (const Translation& translation : sentence.translations)
    count += translation.tokens.size() * (1 + translation.source_tokens.size());
  for (const BeamStep& step : sentence.steps) count += step.nodes.size();
  return count;
}

bool is_large(const std::vector<TranslatedText>& texts) {
  size_t count = 0;
  for (const TranslatedText& text : texts) {
    for (const TranslatedSentence& sentence : text.sentences) count += count_numbers(sentence);
  }
  return count > kMostNumbersAtOnce;
}

}  // namespace

TranslateAnswer::TranslateAnswer(std::shared_ptr<TextTranslation> work,
                                 std::shared_ptr<const TranslateCall> call, Clock::time_point begin,
                                 Batcher& batcher)
    : work_(std::move(work)), call_(std::move(call)), begin_(begin), batcher_(batcher) {}

bool TranslateAnswer::is_done() {
  if (!work_->is_done()) return false;
  if (texts_ == nullptr) write();
  return !written_.valid() || is_ready(written_);
}

void TranslateAnswer::write() {
  texts_ = std::make_shared<const std::vector<TranslatedText>>(work_->take());
  const auto write_it = [json = json_, texts = texts_, work = work_, call = call_, begin = begin_] {
    *json = answer_text(*texts, *work, *call, begin);
  };
  if (is_large(*texts_)) {
    written_ = batcher_.submit_rest(write_it, work_->deadline(), begin_);
  } else {
    write_it();
  }
}

std::string TranslateAnswer::take() {
  if (written_.valid()) written_.get();
  return std::move(*json_);
}

double milliseconds_since(Clock::time_point begin) {
  const std::chrono::duration<double, std::milli> time = Clock::now() - begin;
  return std::round(time.count() * 1000) / 1000;
}

}  // namespace dragoman
