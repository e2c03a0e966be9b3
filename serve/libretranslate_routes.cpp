#include "serve/libretranslate_routes.h"

#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <map>
#include <set>

#include "io/ascii.h"
#include "serve/api_response.h"
#include "serve/awaited_work.h"
#include "serve/bad_request.h"
#include "serve/libretranslate_call.h"
#include "serve/translate_route.h"

namespace dragoman {
namespace {

using nlohmann::ordered_json;

/// `held`: the model's own beam, or samples.
void check_alternatives(int64_t asked, int64_t held, int64_t max_beam) {
  const int64_t most = std::max(max_beam, held) - 1;
  if (asked <= most) return;
  fail_bad_request("alternatives is " + std::to_string(asked) + ", but may be at most " +
                   std::to_string(most) + " here");
}

TranslateCall translate_call_of(const LibreTranslateCall& asked, const ServedModel& model,
                                int64_t max_beam) {
  TranslateCall call;
  call.model = model.card().name;
  call.texts = asked.texts;
  call.options["document"] = "none";
  call.options["markup"] = asked.is_html ? "html" : "none";
  if (asked.alternatives == 0) return call;
  const int64_t wanted = asked.alternatives + 1;
  const SearchSettings& held = model.settings();
  check_alternatives(asked.alternatives, held.samples > 0 ? held.samples : held.beam, max_beam);
  call.options["num_best"] = wanted;
  if (held.samples > 0) {
    call.options["samples"] = std::max(held.samples, wanted);
  } else {
    call.options["beam"] = std::max(held.beam, wanted);
  }
  return call;
}

/// Returns the alternative translations of a text: the second best of each sentence, and so on.
ordered_json alternatives_of(const TranslatedText& text, int64_t most) {
  size_t num_ranks = 1;
  for (const TranslatedSentence& sentence : text.sentences)
    num_ranks = std::max(num_ranks, sentence.translations.size());
  ordered_json list = ordered_json::array();
  for (size_t rank = 1; rank < std::min(num_ranks, static_cast<size_t>(most) + 1); ++rank)
    list.push_back(text.text(rank));
  return list;
}

/// Describes a model's source language as the detected one, with confidence 0.
ordered_json detected_language(const std::string& language) {
  ordered_json json;
  json["confidence"] = 0;
  json["language"] = language;
  return json;
}

/// Returns `one` of each text as a list if the texts came as a list, else `one` of the only text.
template <class One>
ordered_json for_texts(const LibreTranslateCall& call, const std::vector<TranslatedText>& texts,
                       const One& one) {
  if (!call.is_list) return one(texts.front());
  ordered_json list = ordered_json::array();
  for (const TranslatedText& text : texts) list.push_back(one(text));
  return list;
}

ordered_json answer_json(const LibreTranslateCall& call, const std::vector<TranslatedText>& texts,
                         const ModelCard& card) {
  ordered_json json;
  json["translatedText"] =
      for_texts(call, texts, [](const TranslatedText& text) { return ordered_json(text.text()); });
  if (call.alternatives > 0) {
    json["alternatives"] = for_texts(call, texts, [&](const TranslatedText& text) {
      return alternatives_of(text, call.alternatives);
    });
  }
  if (call.source == "auto") {
    json["detectedLanguage"] = for_texts(call, texts, [&](const TranslatedText&) {
      return detected_language(card.source_language);
    });
  }
  return json;
}

/// Returns a label that is no code as it is.
std::string english_name(const std::string& language) {
  icu::UnicodeString name;
  icu::Locale(language.c_str()).getDisplayName(icu::Locale::getEnglish(), name);
  std::string text;
  name.toUTF8String(text);
  const bool is_unknown = text.empty() || text == to_ascii_lowercase(language);
  return is_unknown ? language : text;
}

}  // namespace

void answer_libretranslate(const ServiceParts& parts, const HttpRequest& request,
                           HttpResponse& response) {
  const LibreTranslateCall call = parse_libretranslate_call(request, parts.settings.max_text);
  parts.keys.check(request, call.api_key);
  const auto model = parts.registry.find_languages(call.source, call.target);
  const auto work = parts.translator.start(std::make_shared<const TranslateCall>(translate_call_of(
                                               call, *model, parts.settings.max_beam)),
                                           *request.context);
  const auto answer = [=, logs = parts.settings.log_texts,
                       &record = request.context->record](HttpResponse& done) {
    const std::vector<TranslatedText> texts = work->take();
    record_translation(call.texts, texts, logs, record);
    set_json(done, answer_json(call, texts, model->card()));
  };
  answer_when_done(response, {.context = request.context,
                              .deadline = work->deadline(),
                              .is_done = [work] { return work->is_done(); },
                              .answer = answer});
}

void answer_languages(const ModelRegistry& registry, HttpResponse& response) {
  std::map<std::string, ordered_json> targets;  // keyed by source language
  for (const auto& model : registry.all()) {
    const ModelCard& card = model->card();
    const bool is_labelled = !card.source_language.empty() && !card.target_language.empty();
    if (card.is_language_model || !is_labelled) continue;
    ordered_json& list =
        targets.try_emplace(card.source_language, ordered_json::array()).first->second;
    if (std::find(list.begin(), list.end(), card.target_language) == list.end())
      list.push_back(card.target_language);
    targets.try_emplace(card.target_language, ordered_json::array());
  }
  ordered_json json = ordered_json::array();
  for (const auto& [source, list] : targets) {
    ordered_json& language = json.emplace_back();
    language["code"] = source;
    language["name"] = english_name(source);
    language["targets"] = list;
  }
  set_json(response, json);
}

void answer_detect(const ServiceParts& parts, const HttpRequest& request, HttpResponse& response) {
  parts.keys.check(request, parse_detect_call(request, parts.settings.max_text).api_key);
  std::set<std::string> languages;
  for (const auto& model : parts.registry.all()) {
    const ModelCard& card = model->card();
    if (!card.is_language_model && !card.source_language.empty())
      languages.insert(card.source_language);
  }
  ordered_json json = ordered_json::array();
  for (const std::string& language : languages) json.push_back(detected_language(language));
  set_json(response, json);
}

ordered_json libretranslate_error(const ApiError& error) {
  ordered_json json;
  json["error"] = error.what();
  return json;
}

}  // namespace dragoman
