#include "app/segment_reader.h"

#include <algorithm>
#include <stdexcept>

#include "app/line_counts.h"
#include "io/descriptor.h"
#include "io/tab_fields.h"
#include "metrics/python_text.h"

namespace dragoman {

void check_number_of_files(const SegmentSources& sources) {
  if (sources.num_references != 1 && sources.references.size() > 1)
    throw std::invalid_argument("--num-refs goes with one --reference, which has them all");
}

bool SegmentReader::Lines::next(std::string& line) {
  if (file) {
    if (!file->next_valid(line)) return false;
  } else {
    if (num_read == memory.size()) return false;
    line = memory[num_read];
  }
  ++num_read;
  if (is_at_mark()) line.insert(0, kByteOrderMark);
  line.resize(python_rstrip(line).size());
  return true;
}

SegmentReader::SegmentReader(const SegmentSources& sources)
    : num_reference_fields_(sources.num_references) {
  for (const std::string& path : sources.hypotheses) {
    hypotheses_.push_back({plain_name(path), LineReader(path), {}, 0});
  }
  hypotheses_are_fields_ = sources.hypotheses.front() == "-";
  if (!hypotheses_are_fields_) systems_ = sources.hypotheses;
  open_references(sources);
}

SegmentReader::SegmentReader(const SegmentSources& sources, std::vector<SystemLines> systems)
    : num_reference_fields_(sources.num_references) {
  for (SystemLines& system : systems) {
    hypotheses_.push_back({"the translation", std::nullopt, std::move(system.lines), 0});
    systems_.push_back(std::move(system.name));
  }
  open_references(sources);
}

void SegmentReader::open_references(const SegmentSources& sources) {
  check_number_of_files(sources);
  for (const std::string& path : sources.references) {
    references_.push_back({plain_name(path), LineReader(path), {}, 0});
  }
  std::vector<std::string> files = sources.hypotheses;
  files.insert(files.end(), sources.references.begin(), sources.references.end());
  check_stdin_once(files);
  if (hypotheses_are_fields_ && hypotheses_.size() > 1)
    throw std::invalid_argument("standard input is all hypotheses if it is one");
}

bool SegmentReader::next(Segment& segment) {
  segment.hypotheses.resize(hypotheses_.size());
  segment.references.resize(references_.size());
  size_t num_lines = 0;
  for (size_t i = 0; i < hypotheses_.size(); ++i) {
    num_lines += read(hypotheses_[i], segment.hypotheses[i]) ? 1 : 0;
  }
  for (size_t i = 0; i < references_.size(); ++i) {
    num_lines += read(references_[i], segment.references[i]) ? 1 : 0;
  }
  if (num_lines == 0) return false;
  if (num_lines < hypotheses_.size() + references_.size()) fail_of_lengths();
  split_systems(segment.hypotheses);
  split_references(segment.references);
  return true;
}

bool SegmentReader::read(Lines& lines, std::string& line) {
  const bool found = lines.next(line);
  if (found && lines.is_at_mark()) marked_files_.push_back(lines.name);
  return found;
}

void SegmentReader::fail_of_lengths() {
  std::string line;
  for (std::vector<Lines>* sources : {&hypotheses_, &references_}) {
    for (Lines& lines : *sources) {
      while (lines.next(line)) continue;
    }
  }
  const Lines& first = hypotheses_.front();
  const auto differs = [&first](const Lines& lines) { return lines.num_read != first.num_read; };
  auto other = std::find_if(references_.begin(), references_.end(), differs);
  if (other == references_.end()) {
    other = std::find_if(hypotheses_.begin(), hypotheses_.end(), differs);
  }
  throw std::runtime_error(
      first.name + " has " + std::to_string(first.num_read) + " lines, but " + other->name +
      " has " + std::to_string(other->num_read) +
      "; line n of one belongs to line n of the other: compare them by `paste FILE FILE | less`");
}

void SegmentReader::split_systems(std::vector<std::string>& hypotheses) {
  if (!hypotheses_are_fields_) return;
  hypotheses = split_at_tabs(hypotheses.front());
  for (std::string& hypothesis : hypotheses) hypothesis.resize(python_rstrip(hypothesis).size());
  if (systems_.empty()) {
    for (size_t s = 1; s <= hypotheses.size(); ++s) {
      systems_.push_back("System " + std::to_string(s));
    }
  }
  if (hypotheses.size() == systems_.size()) return;
  throw std::runtime_error(hypotheses_.front().file->place() + " has " +
                           std::to_string(hypotheses.size()) +
                           " tab-separated hypotheses, but line 1 has " +
                           std::to_string(systems_.size()) + "; give one of each system");
}

void SegmentReader::split_references(std::vector<std::string>& references) {
  if (num_reference_fields_ == 1) return;
  const size_t max_fields = num_reference_fields_ == 0 ? SIZE_MAX : num_reference_fields_;
  references = split_at_tabs(references.front(), max_fields);
  if (num_reference_fields_ == 0 || references.size() == num_reference_fields_) return;
  throw std::runtime_error(references_.front().file->place() + " has " +
                           std::to_string(references.size()) +
                           " tab-separated references, not the " +
                           std::to_string(num_reference_fields_) + " of --num-refs");
}

}  // namespace dragoman
