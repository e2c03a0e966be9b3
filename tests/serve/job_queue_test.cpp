#include "serve/job_queue.h"

#include <set>

#include "catch.h"

namespace dragoman {
namespace {

std::unique_ptr<WaitingJob> waiting(const std::string& kind, int arrival) {
  auto job = std::make_unique<WaitingJob>();
  job->kind = std::make_shared<const std::string>(kind);
  job->arrival = Clock::time_point(std::chrono::seconds(arrival));
  return job;
}

int64_t second_of(const WaitingJob& job) {
  return std::chrono::duration_cast<std::chrono::seconds>(job.arrival.time_since_epoch()).count();
}

}  // namespace

TEST_CASE("only sentences of the same model and settings are of one kind") {
  const auto job_of = [](const SearchSettings& settings) {
    TranslationJob job;
    job.settings = std::make_shared<const SearchSettings>(settings);
    return job;
  };
  const TranslationJob plain = job_of({});
  TranslationJob same = job_of({});
  same.request.text = "another text";
  CHECK(kind_of(plain) == kind_of(same));
  std::vector<SearchSettings> others(6);
  others[0].beam = 7;
  others[1].alpha = 0.5;
  others[2].alignment = true;
  others[3].length_penalty = LengthPenalty::kWu;
  others[4].suppress = {"ab"};
  others[5].suppress = {"a", "b"};
  std::set<std::string> kinds = {kind_of(plain)};
  for (const SearchSettings& other : others) kinds.insert(kind_of(job_of(other)));
  CHECK(kinds.size() == 7);
}

TEST_CASE("the kind that has waited longest comes first, its sentences in their order") {
  JobQueue queue;
  CHECK(queue.oldest() == nullptr);
  queue.add(waiting("b", 1));
  queue.add(waiting("a", 2));
  queue.add(waiting("b", 3));
  queue.add(waiting("b", 4));
  CHECK(queue.size() == 4);
  JobQueue::Group* group = queue.oldest();
  REQUIRE(group != nullptr);
  const WaitingJobs first = queue.take(*group, 2);
  REQUIRE(first.size() == 2);
  CHECK(second_of(*first[0]) == 1);
  CHECK(second_of(*first[1]) == 3);
  REQUIRE(queue.oldest() != nullptr);
  CHECK(*queue.oldest()->jobs.front()->kind == "a");
  CHECK(queue.size() == 2);
}

TEST_CASE("a claimed kind is hidden from other workers until its jobs are taken") {
  JobQueue queue;
  JobQueue::Group& claimed = queue.add(waiting("a", 1));
  claimed.is_claimed = true;
  CHECK(queue.oldest() == nullptr);
  CHECK(&queue.add(waiting("a", 2)) == &claimed);
  CHECK(queue.oldest() == nullptr);
  CHECK(queue.take(claimed, 1).size() == 1);
  REQUIRE(queue.oldest() != nullptr);
  CHECK(second_of(*queue.oldest()->jobs.front()) == 2);
}

TEST_CASE("jobs past their deadlines are removed, from claimed kinds too") {
  JobQueue queue;
  const auto deadline = std::make_shared<Deadline>(Clock::now() + std::chrono::hours(1));
  for (const char* kind : {"a", "b", "b"}) {
    auto job = waiting(kind, 1);
    job->deadline = deadline;
    queue.add(std::move(job));
  }
  queue.add(waiting("b", 2));
  JobQueue::Group& claimed = queue.add(waiting("c", 3));
  claimed.is_claimed = true;
  claimed.jobs.front()->deadline = deadline;
  CHECK(queue.take_late().empty());
  deadline->cancel();
  CHECK(queue.take_late().size() == 4);
  CHECK(queue.size() == 1);
  CHECK(claimed.jobs.empty());
  CHECK(queue.take(claimed, 5).empty());
  REQUIRE(queue.oldest() != nullptr);
  CHECK(*queue.oldest()->jobs.front()->kind == "b");
}

}  // namespace dragoman
