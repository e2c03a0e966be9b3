#include "io/settings_file.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <stdexcept>

#include "io/json_depth.h"
#include "io/text_file.h"

namespace dragoman {
namespace {

using nlohmann::ordered_json;
using ParseEvent = ordered_json::parse_event_t;

std::string read_text(const std::string& path) {
  if (std::filesystem::is_directory(path)) {
    throw std::invalid_argument(path +
                                " is a folder, not a configuration; name the file in it, as " +
                                (std::filesystem::path(path) / "config.json").string());
  }
  std::string text;
  for (const std::string& line : read_lines(path)) text += line + "\n";
  return text;
}

// Returns "file:line:column" of the last of the first `num_read` characters.
std::string position_of(const std::string& path, const std::string& text, size_t num_read) {
  const size_t last = std::min(std::max<size_t>(num_read, 1), text.size()) - (text.empty() ? 0 : 1);
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(last), '\n');
  const size_t line_end = last == 0 ? std::string::npos : text.rfind('\n', last - 1);
  const size_t column = line_end == std::string::npos ? last + 1 : last - line_end;
  return path + ":" + std::to_string(line) + ":" + std::to_string(column) + ": ";
}

// Returns the reason from the library's "[json.exception...] parse error at line 1, column 2:
// reason".
std::string reason_of(const std::string& message) {
  const size_t position = message.find("parse error at line ");
  if (position != std::string::npos) return message.substr(message.find(": ", position) + 2);
  return message.substr(message.find("] ") + 2);
}

// Rejects deep nesting, and an object's duplicate keys, of which the library alone would silently
// ignore one.
class SettingsChecks {
 public:
  bool operator()(int depth, ParseEvent event, const ordered_json& parsed) {
    if (is_too_deep(depth, event)) {
      throw std::invalid_argument("objects and lists nest deeper than " +
                                  std::to_string(kDeepestJson) + " levels");
    }
    if (event == ParseEvent::object_start) seen_.emplace_back();
    if (event == ParseEvent::object_end) seen_.pop_back();
    if (event == ParseEvent::key && !seen_.back().insert(parsed.get<std::string>()).second) {
      throw std::invalid_argument("key " + parsed.dump() + " is there twice; remove one");
    }
    return true;
  }

 private:
  std::vector<std::set<std::string>> seen_;
};

}  // namespace

ordered_json parse_settings_file(const std::string& path, const std::string& advice) {
  constexpr bool kThrow = true;
  constexpr bool kIgnoreComments = true;
  const std::string text = read_text(path);
  // The library alone would take it for the end.
  if (const size_t at = text.find('\0'); at != std::string::npos)
    throw std::invalid_argument(position_of(path, text, at + 1) + "a NUL byte is in it; " + advice);
  std::istringstream stream(text);
  const auto here = [&] {
    const auto num_read = stream.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in);
    return position_of(path, text, static_cast<size_t>(num_read));
  };
  try {
    return ordered_json::parse(stream, SettingsChecks{}, kThrow, kIgnoreComments);
  } catch (const ordered_json::parse_error& error) {
    throw std::invalid_argument(position_of(path, text, error.byte) + reason_of(error.what()) +
                                "; " + advice);
  } catch (const ordered_json::exception& error) {
    throw std::invalid_argument(here() + reason_of(error.what()));
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(here() + error.what());
  }
}

}  // namespace dragoman
