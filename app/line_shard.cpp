#include "app/line_shard.h"

#include <CLI/CLI.hpp>
#include <stdexcept>

#include "io/descriptor.h"
#include "io/parse_number.h"
#include "io/regular_file.h"
#include "io/text_file.h"

namespace dragoman {
namespace {

/// The product of two numbers up to this fits into 64 bits.
constexpr uint64_t kMostShards = 1000000000;

/// Returns 0 unless the text is a number from 1 to kMostShards.
uint64_t parse_count(std::string_view text) {
  const std::optional<uint64_t> count = parse_number<uint64_t>(text);
  return count && *count <= kMostShards ? *count : 0;
}

/// Returns floor(num_lines * part / parts) without overflow of 64 bits.
size_t share_of_lines(size_t num_lines, uint64_t part, uint64_t parts) {
  return num_lines / parts * part + num_lines % parts * part / parts;
}

}  // namespace

LineShard::LineShard(const std::string& text) {
  const std::string_view view = text;
  const size_t slash = view.find('/');
  if (slash != std::string_view::npos) {
    number_ = parse_count(view.substr(0, slash));
    count_ = parse_count(view.substr(slash + 1));
  }
  if (number_ > 0 && number_ <= count_) return;
  throw std::invalid_argument("--shard " + text +
                              ": write I/N, as 2/16 for the second of 16 shards; I is from 1 to N, "
                              "and N at most " +
                              std::to_string(kMostShards));
}

LineRange LineShard::of(size_t num_lines) const {
  if (!is_given()) return {0, num_lines};
  return {share_of_lines(num_lines, number_ - 1, count_),
          share_of_lines(num_lines, number_, count_)};
}

LineRange LineShard::in(const std::string& path) const {
  if (!is_given()) return {};
  check_inputs({path});
  return of(count_lines(path).value_or(0));
}

void LineShard::check_inputs(const std::vector<std::string>& paths) const {
  if (!is_given()) return;
  for (const std::string& path : paths) {
    if (!can_be_read_once_only(path)) continue;
    throw std::invalid_argument("--shard needs files, whose lines it counts first, but " +
                                input_name(path) +
                                " can be read only once; write the text to a file and name that");
  }
}

void add_shard_option(CLI::App& command, LineShard& shard) {
  command
      .add_option_function<std::string>(
          "--shard", [&shard](const std::string& text) { shard = LineShard(text); },
          "only the I-th of N equal parts of the lines; the results of all parts, joined in order, "
          "are those of the whole")
      ->type_name("I/N");
}

}  // namespace dragoman
