#include "serve/translate_route.h"

#include <fmt/format.h>

#include <cmath>

#include "serve/api_response.h"
#include "serve/awaited_work.h"
#include "serve/event_stream.h"
#include "translate/translation_json.h"

namespace dragoman {
namespace {

using nlohmann::ordered_json;

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

void add_partial(EventQueue& events, size_t text, size_t sentence, const std::string& best) {
  ordered_json data;
  data["text"] = text;
  data["sentence"] = sentence;
  data["partial"] = best;
  events.add_newest(fmt::format("{:08} {:08}", text, sentence), "partial", data);
}

}  // namespace

void TranslateRoute::operator()(const HttpRequest& request, HttpResponse& response) const {
  const auto begin = Clock::now();
  require_json(request);
  const auto call =
      std::make_shared<const TranslateCall>(parse_translate_call(request.body, settings_.max_text));
  if (call->stream) return stream(call, begin, request.context, response);
  const std::shared_ptr<TextTranslation> work = translator_.start(call, *request.context);
  answer_when_done(response, {.context = request.context,
                              .deadline = work->deadline(),
                              .is_done = [work] { return work->is_done(); },
                              .answer =
                                  [=, this, &record = request.context->record](HttpResponse& done) {
                                    set_json(done, finish(*work, *call, begin, record));
                                  }});
}

void TranslateRoute::stream(const std::shared_ptr<const TranslateCall>& call,
                            Clock::time_point begin, const std::shared_ptr<RequestContext>& context,
                            HttpResponse& response) const {
  const auto events = std::make_shared<EventQueue>(context->wake);
  const auto on_partial = [events](size_t text, size_t sentence, const std::string& best) {
    add_partial(*events, text, sentence, best);
  };
  const std::shared_ptr<TextTranslation> work = translator_.start(call, *context, on_partial);
  stream_events(response,
                {.context = context,
                 .events = events,
                 .deadline = work->deadline(),
                 .may_begin = [work] { return work->is_prepared(); },
                 .is_done = [work] { return work->is_done(); },
                 .result = [=, this] { return finish(*work, *call, begin, context->record); }});
}

ordered_json TranslateRoute::finish(TextTranslation& work, const TranslateCall& call,
                                    Clock::time_point begin, RequestRecord& record) const {
  const std::vector<TranslatedText> texts = work.take();
  record_translation(call.texts, texts, settings_.log_texts, record);
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
  return json;
}

void record_translation(const std::vector<std::string>& texts,
                        const std::vector<TranslatedText>& translated, bool has_texts,
                        RequestRecord& record) {
  for (const TranslatedText& text : translated)
    record.sentences += static_cast<int64_t>(text.sentences.size());
  if (!has_texts) return;
  record.texts = texts;
  for (const TranslatedText& text : translated) record.translations.push_back(text.text());
}

double milliseconds_since(Clock::time_point begin) {
  const std::chrono::duration<double, std::milli> time = Clock::now() - begin;
  return std::round(time.count() * 1000) / 1000;
}

}  // namespace dragoman
