#include "serve/libretranslate_call.h"

#include <stdexcept>

#include "io/escaped_text.h"
#include "io/parse_number.h"
#include "io/settings_read.h"
#include "io/utf8.h"
#include "serve/api_error.h"
#include "serve/bad_request.h"
#include "serve/json_body.h"

namespace dragoman {
namespace {

using nlohmann::ordered_json;

constexpr int64_t kMostAlternatives = 20;

/// Reads a number, or text with a number: clients send both.
int64_t parse_alternatives(const ordered_json& value) {
  const ReadContext context{.file = "", .path = "alternatives"};
  const Range range = between(0, kMostAlternatives);
  if (!value.is_string()) {
    int64_t number = 0;
    read_value(value, number, range, context);
    return number;
  }
  const auto& text = value.get_ref<const std::string&>();
  if (text.empty()) return 0;
  const std::optional<int64_t> number = parse_number<int64_t>(text);
  if (!number || !range.contains(static_cast<double>(*number)))
    fail_value(value, allowed_values<int64_t>(range), context);
  return *number;
}

LibreTranslateCall read_libretranslate_call(const ordered_json& object) {
  LibreTranslateCall call;
  const ordered_json& texts = required_field(object, "q");
  call.texts = read_texts(texts, "q");
  call.is_list = texts.is_array();
  required_field(object, "source");
  required_field(object, "target");
  call.source = read_field<std::string>(object, "source");
  call.target = read_field<std::string>(object, "target");
  call.api_key = read_field<std::string>(object, "api_key");
  const std::string format = read_field<std::string>(object, "format", "text");
  if (!format.empty() && format != "text" && format != "html")
    throw std::invalid_argument("format is " + escape_controls(in_brief(format)) +
                                ", but must be text or html");
  call.is_html = format == "html";
  const auto alternatives = object.find("alternatives");
  if (alternatives != object.end()) call.alternatives = parse_alternatives(*alternatives);
  return call;
}

/// Converts form fields to a JSON object; a repeated q becomes a list.
ordered_json object_of(const FormFields& fields) {
  ordered_json object = ordered_json::object();
  for (const char* key : {"q", "source", "target", "format", "alternatives", "api_key"}) {
    const auto [begin, end] = fields.equal_range(key);
    for (auto field = begin; field != end; ++field) {
      if (!is_valid_utf8(field->second))
        throw ApiError(400, "bad_request", std::string(key) + " is no valid UTF-8");
      ordered_json& value = object[key];
      if (value.is_string()) value = ordered_json::array({value});
      if (value.is_array()) {
        value.push_back(field->second);
      } else {
        value = field->second;
      }
    }
  }
  return object;
}

/// Returns the fields of the path's query, and those others of a form, as LibreTranslate reads
/// them.
FormFields with_query(const HttpRequest& request, const FormFields& form) {
  FormFields fields = parse_url_encoded(request.query);
  const FormFields query = fields;
  for (const auto& field : form) {
    if (query.count(field.first) == 0) fields.insert(field);
  }
  return fields;
}

ordered_json body_of(const HttpRequest& request) {
  const std::string type = media_type(request);
  if (type == "application/x-www-form-urlencoded")
    return object_of(with_query(request, parse_url_encoded(request.body)));
  if (type == "multipart/form-data")
    return object_of(with_query(request, parse_multipart(request)));
  if (type.empty() && request.body.empty() && !request.query.empty())
    return object_of(with_query(request, {}));
  if (type.empty() || type == "application/json") return parse_json_body(request.body);
  throw ApiError(415, "unsupported_media_type",
                 "the body must be JSON (application/json) or a form "
                 "(application/x-www-form-urlencoded, multipart/form-data)");
}

/// Some clients send null for fields without a value.
ordered_json without_nulls(const ordered_json& object) {
  ordered_json kept = ordered_json::object();
  for (const auto& [key, value] : object.items()) {
    if (!value.is_null()) kept[key] = value;
  }
  return kept;
}

}  // namespace

LibreTranslateCall parse_libretranslate_call(const HttpRequest& request, int64_t max_text) {
  const ordered_json object = without_nulls(body_of(request));
  LibreTranslateCall call = as_bad_request([&] { return read_libretranslate_call(object); });
  check_length(call.texts, max_text);
  return call;
}

DetectCall parse_detect_call(const HttpRequest& request, int64_t max_text) {
  const ordered_json object = without_nulls(body_of(request));
  const DetectCall call = as_bad_request([&] {
    return DetectCall{read_texts(required_field(object, "q"), "q"),
                      read_field<std::string>(object, "api_key")};
  });
  check_length(call.texts, max_text);
  return call;
}

}  // namespace dragoman
