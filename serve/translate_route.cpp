#include "serve/translate_route.h"

#include <fmt/format.h>

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

void TranslateRoute::operator()(const HttpRequest& request, HttpResponse& response) const {
  const auto begin = Clock::now();
  require_json(request);
  const auto call =
      std::make_shared<const TranslateCall>(parse_translate_call(request.body, settings_.max_text));
  if (call->stream) return stream(call, begin, request.context, response);
  const std::shared_ptr<TextTranslation> work = translator_.start(call, *request.context);
  const auto made = std::make_shared<TranslateAnswer>(work, call, begin, batcher_);
  const auto answer = [=, this, &record = request.context->record](HttpResponse& done) {
    record_translation(call->texts, *made->texts(), settings_.log_texts, record);
    done.set_content(made->take(), "application/json");
  };
  answer_when_done(response, {.context = request.context,
                              .deadline = work->deadline(),
                              .is_done = [made] { return made->is_done(); },
                              .answer = answer});
}

void TranslateRoute::stream(const std::shared_ptr<const TranslateCall>& call,
                            Clock::time_point begin, const std::shared_ptr<RequestContext>& context,
                            HttpResponse& response) const {
  const auto events = std::make_shared<EventQueue>(context->wake);
  const auto on_partial = [events](size_t text, size_t sentence, const std::string& best) {
    add_partial(*events, text, sentence, best);
  };
  const std::shared_ptr<TextTranslation> work = translator_.start(call, *context, on_partial);
  const auto made = std::make_shared<TranslateAnswer>(work, call, begin, batcher_);
  const auto result = [=, this] {
    record_translation(call->texts, *made->texts(), settings_.log_texts, context->record);
    return made->take();
  };
  stream_events(response, {.context = context,
                           .events = events,
                           .deadline = work->deadline(),
                           .may_begin = [work] { return work->is_prepared(); },
                           .is_done = [made] { return made->is_done(); },
                           .result = result});
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
