#include "serve/job_queue.h"

#include <type_traits>

namespace dragoman {
namespace {

void append_bytes(const void* bytes, size_t count, std::string& kind) {
  kind.append(static_cast<const char*>(bytes), count);
}

void append_field(const std::string& text, std::string& kind) {
  const size_t size = text.size();
  append_bytes(&size, sizeof size, kind);
  kind += text;
}

void append_field(const std::vector<std::string>& texts, std::string& kind) {
  const size_t size = texts.size();
  append_bytes(&size, sizeof size, kind);
  for (const std::string& text : texts) append_field(text, kind);
}

template <class Number>
requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
void append_field(const Number& number, std::string& kind) {
  append_bytes(&number, sizeof number, kind);
}

}  // namespace

// The visit ends before the result is set, because the client may send its next request at once.
void WaitingJob::give(TranslationResult given) {
  visit.reset();
  result.set_value(std::move(given));
  tell_done();
}

void WaitingJob::give_done() {
  visit.reset();
  done.set_value();
  tell_done();
}

void WaitingJob::fail(const std::exception_ptr& error) {
  visit.reset();
  if (is_work()) {
    done.set_exception(error);
  } else {
    result.set_exception(error);
  }
  tell_done();
}

void WaitingJob::tell_done() const {
  if (deadline != nullptr) deadline->tell_work_done();
}

std::string kind_of(const TranslationJob& job) {
  std::string kind;
  const ServedModel* model = job.model.get();
  append_bytes(&model, sizeof model, kind);
  SearchSettings::visit_fields(*job.settings, [&](const char*, const auto& field, const Range&,
                                                  const char*) { append_field(field, kind); });
  return kind;
}

JobQueue::Group& JobQueue::add(std::unique_ptr<WaitingJob> job) {
  Group& group = groups_[*job->kind];
  group.jobs.push_back(std::move(job));
  ++size_;
  return group;
}

JobQueue::Group* JobQueue::oldest() {
  Group* first = nullptr;
  for (auto& [kind, group] : groups_) {
    if (group.is_claimed || group.jobs.empty()) continue;
    if (first == nullptr || group.jobs.front()->arrival < first->jobs.front()->arrival)
      first = &group;
  }
  return first;
}

WaitingJobs JobQueue::take(Group& group, size_t most) {
  WaitingJobs taken;
  while (taken.size() < most && !group.jobs.empty()) {
    taken.push_back(std::move(group.jobs.front()));
    group.jobs.pop_front();
  }
  group.is_claimed = false;
  size_ -= taken.size();
  std::erase_if(groups_, [&](const auto& entry) {
    return &entry.second == &group && entry.second.jobs.empty();
  });
  return taken;
}

WaitingJobs JobQueue::take_late() {
  WaitingJobs late;
  for (auto& [kind, group] : groups_) {
    std::deque<std::unique_ptr<WaitingJob>> others;
    for (auto& job : group.jobs) {
      if (job->is_late()) {
        late.push_back(std::move(job));
      } else {
        others.push_back(std::move(job));
      }
    }
    group.jobs = std::move(others);
  }
  size_ -= late.size();
  std::erase_if(groups_, [](const auto& entry) {
    return entry.second.jobs.empty() && !entry.second.is_claimed;
  });
  return late;
}

}  // namespace dragoman
