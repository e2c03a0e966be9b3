#include "translate/watched_lines.h"

#include <mutex>
#include <string>

#include "io/utf8.h"
#include "markup/characters.h"

namespace dragoman {
namespace {

/// The text so far of a line's parts, which several workers may translate.
class GrowingLine {
 public:
  explicit GrowingLine(size_t num_parts) : parts_(num_parts) {}

  void update(size_t part, std::string text, const TranslationWatch& watch) {
    const std::lock_guard lock(mutex_);
    parts_[part] = std::move(text);
    watch.on_text(joined());
  }

 private:
  std::string joined() const {
    std::string line;
    for (const std::string& part : parts_) {
      const bool has_both = !line.empty() && !part.empty();
      if (has_both && !touch_without_space(line, part)) line += ' ';
      line += part;
    }
    return line;
  }

  std::mutex mutex_;
  std::vector<std::string> parts_;
};

class PartObserver : public SearchObserver {
 public:
  PartObserver(const TranslationWatch& watch, const Tokenizer& target,
               std::shared_ptr<GrowingLine> line, size_t part)
      : watch_(watch), target_(target), line_(std::move(line)), part_(part) {}

  bool begins() override { return !watch_.goes_on || watch_.goes_on(); }

  void on_best(const Hypothesis& best) override {
    if (watch_.on_text)
      line_->update(part_, without_line_breaks(target_.decode(best.tokens)), watch_);
  }

  bool goes_on(const Hypothesis&) override { return begins(); }

  bool wants_candidates() const override { return watch_.on_step && part_ == 0; }

  void on_candidates(const std::vector<SearchCandidate>& candidates) override {
    BeamStep step;
    for (const SearchCandidate& candidate : candidates) {
      step.nodes.push_back({.parent = static_cast<int32_t>(candidate.parent),
                            .token = target_.pieces_of({candidate.token}).front(),
                            .log_probability = candidate.log_probability,
                            .score = candidate.score,
                            .fate = candidate.fate});
    }
    watch_.on_step(step);
  }

 private:
  const TranslationWatch& watch_;
  const Tokenizer& target_;
  std::shared_ptr<GrowingLine> line_;
  size_t part_;
};

bool is_watched(const TranslationWatch& watch) {
  return watch.goes_on || watch.on_text || watch.on_step;
}

}  // namespace

WatchedLines::WatchedLines(const std::vector<TranslationRequest>& requests, const Tokenizer& target,
                           EncodedLines& lines) {
  size_t task = 0;
  for (size_t i = 0; i < requests.size(); ++i) {
    const size_t num_parts = lines.num_parts[i];
    if (is_watched(requests[i].watch)) {
      const auto line = std::make_shared<GrowingLine>(num_parts);
      for (size_t part = 0; part < num_parts; ++part) {
        observers_.push_back(std::make_unique<PartObserver>(requests[i].watch, target, line, part));
        lines.tasks[task + part].observer = observers_.back().get();
      }
    }
    task += num_parts;
  }
}

WatchedLines::~WatchedLines() = default;

}  // namespace dragoman
