#include "serve/translate_call.h"

#include <algorithm>
#include <stdexcept>

#include "io/settings_read.h"
#include "io/utf8.h"
#include "serve/api_error.h"
#include "serve/bad_request.h"
#include "serve/json_body.h"

namespace dragoman {
namespace {

using nlohmann::ordered_json;

constexpr int64_t kLongest =
    1'000'000'000;  // tokens: longer than any search, and small enough to calculate with
constexpr size_t kMostPhrases = 100;
constexpr size_t kMostListed = 1000;         // elements of a list in the options
constexpr size_t kMostBytesListed = 20'000;  // of all its elements

std::vector<std::string> read_prefixes(const ordered_json& object, size_t num_texts) {
  const auto found = object.find("prefix");
  if (found == object.end()) return {};
  std::vector<std::string> prefixes = read_texts(*found, "prefix");
  const bool is_same_shape = found->is_array() == object["text"].is_array();
  if (!is_same_shape || prefixes.size() != num_texts)
    throw std::invalid_argument("prefix must be one text for each text: a list where text is one");
  return prefixes;
}

std::vector<std::string> read_phrases(const ordered_json& object) {
  std::vector<std::string> phrases;
  const auto found = object.find("phrases");
  if (found == object.end()) return phrases;
  if (found->size() > kMostPhrases) {
    throw std::invalid_argument("phrases has " + std::to_string(found->size()) +
                                " elements, but may have at most " + std::to_string(kMostPhrases));
  }
  read_value(*found, phrases, any_value(), {.file = "", .path = "phrases"});
  if (std::count(phrases.begin(), phrases.end(), "") > 0)
    throw std::invalid_argument("a phrase is empty: leave it out");
  return phrases;
}

/// Each text must contain the phrases, so they count once for each.
void check_phrases_length(const TranslateCall& call, int64_t most) {
  const size_t count = count_characters(call.phrases) * call.texts.size();
  if (count <= static_cast<size_t>(most)) return;
  throw ApiError(413, "text_too_long",
                 "the phrases have " + std::to_string(count) + " characters, counted for each of " +
                     std::to_string(call.texts.size()) + " texts, but at most " +
                     std::to_string(most) + " are taken at a time: send fewer texts");
}

/// Reads {"cat": "Katze"}, or, for many terms, [["cat", "Katze"]].
std::shared_ptr<const Terminology> read_glossary(const ordered_json& object) {
  const auto found = object.find("glossary");
  if (found == object.end()) return nullptr;
  std::vector<std::pair<std::string, std::string>> terms;
  const auto add = [&](const ordered_json& term, const ordered_json& translation) {
    if (!term.is_string() || !translation.is_string())
      throw std::invalid_argument("glossary must map terms to their translations, as texts");
    terms.emplace_back(term, translation);
  };
  if (found->is_object()) {
    for (const auto& [term, translation] : found->items()) add(term, translation);
  } else if (found->is_array()) {
    for (const ordered_json& pair : *found) {
      if (!pair.is_array() || pair.size() != 2)
        throw std::invalid_argument("each entry of glossary must be [term, translation]");
      add(pair[0], pair[1]);
    }
  } else {
    throw std::invalid_argument(
        "glossary must be an object, {\"term\": \"translation\"}, or a list of such pairs");
  }
  return std::make_shared<Terminology>(terms, "glossary");
}

/// Reads spans counted in characters: [[6, 10]].
std::vector<ByteSpan> read_spans(const ordered_json& list, const std::string& text) {
  if (!list.is_array())
    throw std::invalid_argument("protected_spans must be a list of [begin, end]");
  if (list.size() > count_characters(text)) {
    throw std::invalid_argument("protected_spans has " + std::to_string(list.size()) +
                                " parts, more than its text has characters: send each part once");
  }
  const std::vector<size_t> bounds = list.empty() ? std::vector<size_t>{} : character_bounds(text);
  std::vector<ByteSpan> spans;
  for (const ordered_json& span : list) {
    const bool is_pair = span.is_array() && span.size() == 2 && span[0].is_number_unsigned() &&
                         span[1].is_number_unsigned();
    if (!is_pair)
      throw std::invalid_argument("each of protected_spans must be [begin, end], in characters");
    const uint64_t begin = span[0], end = span[1];
    if (begin >= end || end >= bounds.size()) {
      throw std::invalid_argument("protected_spans has [" + std::to_string(begin) + ", " +
                                  std::to_string(end) + "], which is no part of its text");
    }
    spans.push_back({bounds[begin], bounds[end]});
  }
  return spans;
}

std::vector<std::vector<ByteSpan>> read_protected_spans(const ordered_json& object,
                                                        const std::vector<std::string>& texts) {
  const auto found = object.find("protected_spans");
  if (found == object.end()) return {};
  if (!object["text"].is_array()) return {read_spans(*found, texts.front())};
  if (!found->is_array() || found->size() != texts.size()) {
    throw std::invalid_argument(
        "protected_spans must be one list for each text: a list of lists where text is a list");
  }
  std::vector<std::vector<ByteSpan>> spans;
  for (size_t i = 0; i < texts.size(); ++i) spans.push_back(read_spans((*found)[i], texts[i]));
  return spans;
}

/// True for a call about whole files, whose parts are no files.
bool is_document(const ordered_json& options) {
  const auto found = options.is_object() ? options.find("document") : options.end();
  return found != options.end() && *found != "none";
}

TranslateCall read_translate_call(const ordered_json& object) {
  check_keys(object,
             {"text", "model", "prefix", "phrases", "glossary", "protected_spans", "options",
              "split", "steps", "stream"},
             {});
  TranslateCall call;
  call.texts = read_texts(required_field(object, "text"), "text");
  call.model = read_field<std::string>(object, "model");
  call.prefixes = read_prefixes(object, call.texts.size());
  call.phrases = read_phrases(object);
  call.glossary = read_glossary(object);
  call.protected_spans = read_protected_spans(object, call.texts);
  call.options = object.value("options", ordered_json::object());
  call.split = read_field(object, "split", call.split);
  call.steps = read_field<bool>(object, "steps");
  call.stream = read_field<bool>(object, "stream");
  return call;
}

void check_beam(int64_t asked, int64_t most, const std::string& name) {
  if (asked <= most) return;
  throw std::invalid_argument("options." + name + " is " + std::to_string(asked) +
                              ", but may be at most " + std::to_string(most) + " here");
}

/// Limits a list of texts, unless it is the model's own.
void check_list(const std::vector<std::string>& asked, const std::vector<std::string>& held,
                const std::string& name) {
  size_t bytes = 0;
  for (const std::string& text : asked) bytes += text.size();
  if ((asked.size() <= kMostListed && bytes <= kMostBytesListed) || asked == held) return;
  throw std::invalid_argument(
      "options." + name + " has " + std::to_string(asked.size()) + " elements of " +
      std::to_string(bytes) + " bytes in total, but may have at most " +
      std::to_string(kMostListed) + " elements and " + std::to_string(kMostBytesListed) + " bytes");
}

SearchSettings read_options(const ordered_json& options, const SearchSettings& held,
                            int64_t max_beam) {
  const ReadContext context{.file = "", .path = "options"};
  if (options.is_object() && options.contains("batch_tokens"))
    throw std::invalid_argument("options.batch_tokens is not a client's to choose: leave it out");
  SearchSettings settings = held;
  read_settings(options, settings, context);
  check_beam(settings.beam, std::max(max_beam, held.beam), "beam");
  check_beam(settings.samples, std::max(max_beam, held.samples), "samples");
  check_list(settings.suppress, held.suppress, "suppress");
  check_list(settings.protect, held.protect, "protect");
  check_list(settings.stand_ins, held.stand_ins, "stand_ins");
  settings.max_length = std::min(settings.max_length, kLongest);
  settings.min_length = std::min(settings.min_length, kLongest);
  // A batch's memory grows with the beam, so a wider beam gets smaller batches. Batches without a
  // given size do so anyway.
  const int64_t wider = std::max<int64_t>(settings.beam / std::max<int64_t>(held.beam, 4), 1);
  if (held.batch_tokens > 0)
    settings.batch_tokens = std::max<int64_t>(held.batch_tokens / wider, 1);
  return settings;
}

}  // namespace

TranslateCall parse_translate_call(std::string_view body, int64_t max_text) {
  const ordered_json object = parse_json_body(body);
  TranslateCall call = as_bad_request([&] { return read_translate_call(object); });
  check_length(call.texts, max_text, "the texts",
               is_document(call.options) ? "start the service with a larger --max-text"
                                         : "send them in parts");
  check_length(call.prefixes, max_text, "the prefixes");
  check_phrases_length(call, max_text);
  return call;
}

SearchSettings read_search_options(const ordered_json& options, const SearchSettings& held,
                                   int64_t max_beam) {
  return as_bad_request([&] { return read_options(options, held, max_beam); });
}

}  // namespace dragoman
