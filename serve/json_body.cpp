#include "serve/json_body.h"

#include <algorithm>
#include <set>

#include "io/escaped_text.h"
#include "io/json_depth.h"
#include "io/utf8.h"
#include "serve/api_error.h"

namespace dragoman {
namespace {

using nlohmann::ordered_json;
using ParseEvent = ordered_json::parse_event_t;

[[noreturn]] void fail_json(const std::string& reason) {
  throw ApiError(400, "bad_json", "the body is no JSON that this service takes: " + reason);
}

/// Checks the limits of JSON while the library parses it.
class BodyChecks {
 public:
  bool operator()(int depth, ParseEvent event, const ordered_json& parsed) {
    if (is_too_deep(depth, event))
      fail_json("it nests deeper than " + std::to_string(kDeepestJson) + " levels");
    if (event == ParseEvent::object_start) keys_.emplace_back();
    if (event == ParseEvent::object_end) keys_.pop_back();
    if (event == ParseEvent::key) add_key(parsed.get_ref<const std::string&>());
    return true;
  }

 private:
  // Limits the number of keys because the library finds a key by linear search.
  void add_key(const std::string& key) {
    std::set<std::string>& keys = keys_.back();
    if (!keys.insert(key).second)
      fail_json("a key is there twice: " + escape_controls(in_brief(key)));
    if (keys.size() > kMostJsonKeys)
      fail_json("an object has more than " + std::to_string(kMostJsonKeys) +
                " keys (a long glossary may be a list of pairs, [[\"cat\", \"Katze\"]])");
  }

  std::vector<std::set<std::string>> keys_;  // for each open object
};

/// Shortens the library's "[json.exception...] parse error at line 1, column 2: reason; last read:
/// ..." to its middle: "last read" may be as long as the body.
std::string reason_of(const std::string& message) {
  constexpr size_t kLongest = 200;
  const size_t code_end = message.find("] ");
  const size_t begin = code_end == std::string::npos ? 0 : code_end + 2;
  return message.substr(begin, std::min(message.find("; last read") - begin, kLongest));
}

}  // namespace

ordered_json parse_json_body(std::string_view body) {
  if (body.empty()) fail_json("it is empty");
  // The library would end its input at a zero byte.
  if (body.find('\0') != std::string_view::npos)
    fail_json("it has a zero byte, as UTF-16 has: send UTF-8");
  ordered_json json;
  try {
    json = ordered_json::parse(body, BodyChecks{});
  } catch (const ordered_json::exception& error) {
    fail_json(reason_of(error.what()) + (is_valid_utf8(body) ? "" : ": send UTF-8"));
  }
  if (!json.is_object())
    throw ApiError(400, "bad_request", "the body must be a JSON object, as {\"text\": \"...\"}");
  return json;
}

const ordered_json& required_field(const ordered_json& object, std::string_view key) {
  const auto found = object.find(std::string(key));
  if (found == object.end()) throw std::invalid_argument(std::string(key) + " is missing");
  return *found;
}

std::vector<std::string> read_texts(const ordered_json& value, const std::string& key) {
  const ReadContext context{.file = "", .path = key};
  std::vector<std::string> texts;
  if (value.is_string()) return {value.get<std::string>()};
  if (!value.is_array()) fail_value(value, "text or a list of texts", context);
  if (value.size() > kMostJsonTexts) {
    throw std::invalid_argument(key + " has " + std::to_string(value.size()) +
                                " elements, but may have at most " +
                                std::to_string(kMostJsonTexts));
  }
  read_value(value, texts, any_value(), context);
  return texts;
}

size_t count_characters(const std::vector<std::string>& texts) {
  size_t count = 0;
  for (const std::string& text : texts) count += count_characters(text);
  return count;
}

void check_length(const std::vector<std::string>& texts, int64_t most, const std::string& what,
                  const std::string& advice) {
  const size_t count = count_characters(texts);
  if (count <= static_cast<size_t>(most)) return;
  throw ApiError(413, "text_too_long",
                 what + " have " + std::to_string(count) + " characters, but at most " +
                     std::to_string(most) + " are taken at a time: " + advice);
}

}  // namespace dragoman
