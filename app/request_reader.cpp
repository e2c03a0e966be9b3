#include "app/request_reader.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "io/descriptor.h"

namespace dragoman {
namespace {

/// Returns the sources. Throws unless they read stdin once at most, and shards from files.
const RequestSources& checked(const RequestSources& sources) {
  sources.shard.check_inputs({sources.input, sources.prefix, sources.constraints});
  const std::array paths = {sources.input, sources.prefix, sources.constraints,
                            sources.terminology};
  if (std::count(paths.begin(), paths.end(), "-") < 2) return sources;
  throw std::invalid_argument("standard input can be read once; name files for the others");
}

[[noreturn]] void fail_of_counts(const std::string& input, const std::string& input_count,
                                 const std::string& companion, const std::string& count) {
  throw std::runtime_error(
      input_name(companion) + " has " + count + " lines, but " + input_name(input) + " has " +
      input_count +
      "; line n of one belongs to line n of the other: compare them by `paste FILE FILE | less`");
}

/// Reads `file` to its end. Returns its number of lines.
std::string num_lines_to_end(LineReader& file) {
  for (std::string line; file.next(line);) continue;
  return std::to_string(file.line_number());
}

}  // namespace

RequestReader::RequestReader(const RequestSources& sources)
    : input_(checked(sources).input), lines_(sources.shard.in(sources.input)) {
  if (!sources.prefix.empty()) prefixes_.emplace(sources.prefix);
  if (!sources.constraints.empty()) phrases_.emplace(sources.constraints);
  if (!sources.terminology.empty())
    terminology_ = std::make_shared<Terminology>(sources.terminology);
  if (prefixes_ || phrases_) check_counts(sources);
  TranslationRequest skipped;
  while (input_.line_number() < lines_.begin && read_lines(skipped)) continue;
}

void RequestReader::check_counts(const RequestSources& sources) const {
  const std::optional<size_t> lines = count_lines(sources.input);
  if (!lines) return;
  for (const std::string& companion : {sources.prefix, sources.constraints}) {
    if (companion.empty()) continue;
    const std::optional<size_t> count = count_lines(companion);
    if (!count || *count == *lines) continue;
    fail_of_counts(sources.input, std::to_string(*lines), companion, std::to_string(*count));
  }
}

std::vector<TranslationRequest> RequestReader::read_available(size_t most) {
  std::vector<TranslationRequest> requests;
  TranslationRequest request;
  while (requests.size() < most && (requests.empty() || ready()) && next(request)) {
    requests.push_back(request);
  }
  return requests;
}

bool RequestReader::next(TranslationRequest& request) {
  if (input_.line_number() >= lines_.end || !read_lines(request)) return false;
  request.terminology = terminology_;
  return true;
}

bool RequestReader::read_lines(TranslationRequest& request) {
  request = {};
  const bool has_line = input_.next(request.text);
  const auto check = [&](LineReader& companion, bool has_companion) {
    if (has_companion == has_line) return;
    // Does not read on: the input may be a terminal.
    const std::string count = std::to_string(input_.line_number());
    fail_of_counts(input_.path(), has_line ? "at least " + count : count, companion.path(),
                   num_lines_to_end(companion));
  };
  if (prefixes_) check(*prefixes_, prefixes_->next_valid(request.prefix));
  if (phrases_) check(phrases_->file(), phrases_->next(request.phrases));
  return has_line;
}

bool RequestReader::ready() {
  return input_.ready() && (!prefixes_ || prefixes_->ready()) &&
         (!phrases_ || phrases_->file().ready());
}

}  // namespace dragoman
