#include "serve/translate_route.h"

#include <fmt/format.h>

#include "serve/api_request.h"
#include "serve/awaited_work.h"
#include "serve/event_stream.h"
#include "serve/translate_answer.h"

namespace dragoman {
namespace {

using nlohmann::ordered_json;

void add_partial(EventQueue& events, size_t text, size_t sentence, const std::string& best) {
  ordered_json data;
  data["text"] = text;
  data["sentence"] = sentence;
  data["partial"] = best;
  events.add_newest(fmt::format("{:08} {:08}", text, sentence), "partial", data);
}

}  // namespace

void answer_translate(const ServiceParts& parts, const HttpRequest& request,
                      HttpResponse& response) {
  const auto begin = Clock::now();
  require_json(request);
  const auto call = std::make_shared<const TranslateCall>(
      parse_translate_call(request.body, parts.settings.max_text));
  const auto events = std::make_shared<EventQueue>(request.context->wake);
  TextTranslation::OnPartial on_partial;
  if (call->stream) {
    on_partial = [events](size_t text, size_t sentence, const std::string& best) {
      add_partial(*events, text, sentence, best);
    };
  }
  const std::shared_ptr<TextTranslation> work =
      parts.translator.start(call, *request.context, on_partial);
  const auto made = std::make_shared<TranslateAnswer>(work, call, begin, parts.batcher);
  const auto is_done = [made] { return made->is_done(); };
  const auto result = [call, made, logs = parts.settings.log_texts, context = request.context] {
    record_translation(call->texts, *made->texts(), logs, context->record);
    return made->take();
  };
  if (call->stream) {
    return stream_events(response, {.context = request.context,
                                    .events = events,
                                    .deadline = work->deadline(),
                                    .may_begin = [work] { return work->is_prepared(); },
                                    .is_done = is_done,
                                    .result = result});
  }
  answer_when_done(response, {.context = request.context,
                              .deadline = work->deadline(),
                              .is_done = is_done,
                              .answer = [result](HttpResponse& done) {
                                done.set_content(result(), "application/json");
                              }});
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

}  // namespace dragoman
