#include "app/request_reader.h"

#include <utility>

#include "app/line_counts.h"
#include "io/block_limit.h"

namespace dragoman {
namespace {

const RequestSources& checked(const RequestSources& sources) {
  check_sources(sources);
  return sources;
}

}  // namespace

void check_sources(const RequestSources& sources) {
  sources.shard.check_inputs({sources.input, sources.prefix, sources.constraints});
  check_stdin_once({sources.input, sources.prefix, sources.constraints, sources.terminology});
}

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
  BlockLimit limit(most);
  while (!limit.is_reached() && (requests.empty() || ready()) && next(request)) {
    limit.add(request.text.size() + request.prefix.size());
    requests.push_back(std::move(request));
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
