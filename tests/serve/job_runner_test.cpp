#include "serve/job_runner.h"

#include "batch_jobs.h"
#include "held_worker.h"
#include "threads/cancellation.h"

namespace dragoman {

TEST_CASE("a request that does not fit into the queue is refused as a whole") {
  ServiceMetrics metrics;
  Batcher batcher({.max_queue = 3}, metrics);
  HeldWorker held(batcher);
  Answers first = batcher.submit(make_jobs(2));
  CHECK(api_error_of([&] { batcher.submit(make_jobs(2)); }) == "429 queue_full");
  CHECK(metrics.queued.load() == 2);
  Answers second = batcher.submit(make_jobs(1, 2));
  CHECK(api_error_of([&] { batcher.submit_work([] {}, nullptr); }) == "429 queue_full");
  CHECK(metric_value(metrics, "dragoman_refused_requests_total") == 2);
  held.let_go();
  check_answers(first);
  check_answers(second, 2);
  batcher.submit_work([] {}, nullptr).get();
}

TEST_CASE("the rest of a request is taken by a full queue, and comes before later ones") {
  ServiceMetrics metrics;
  Batcher batcher({.max_queue = 2}, metrics);
  const Clock::time_point arrival = Clock::now();
  HeldWorker held(batcher);
  std::string order;
  auto later = batcher.submit_work([&] { order += "later "; }, nullptr);
  auto last = batcher.submit_work([&] { order += "last"; }, nullptr);
  auto rest = batcher.submit_rest([&] { order += "rest "; }, nullptr, arrival);
  CHECK(metrics.queued.load() == 3);
  held.let_go();
  rest.get();
  later.get();
  last.get();
  CHECK(order == "rest later last");
}

TEST_CASE("jobs past their deadlines make room in a full queue, and get an error") {
  ServiceMetrics metrics;
  Batcher batcher({.max_queue = 2}, metrics);
  HeldWorker held(batcher);
  std::vector<TranslationJob> jobs = make_jobs(2);
  const auto deadline = jobs[0].deadline;
  Answers first = batcher.submit(std::move(jobs));
  deadline->cancel();
  Answers second = batcher.submit(make_jobs(1, 2));
  CHECK(api_error_of([&] { first[0].get(); }) == "504 timeout");  // the worker is still held
  held.let_go();
  CHECK(is_same(first[1].get(), alone(sentence(1))));
  check_answers(second, 2);
}

TEST_CASE("a sentence whose time is over is not translated, and the queue goes on") {
  ServiceMetrics metrics;
  Batcher batcher({}, metrics);
  HeldWorker held(batcher);
  std::vector<TranslationJob> jobs = make_jobs(3);
  jobs[1].deadline = past_deadline();
  Answers answers = batcher.submit(std::move(jobs));
  held.let_go();
  CHECK(is_same(answers[0].get(), alone(sentence(0))));
  CHECK(api_error_of([&] { answers[1].get(); }) == "504 timeout");
  CHECK(is_same(answers[2].get(), alone(sentence(2))));
  CHECK(num_sentences(metrics) == 2);
  CHECK(metric_value(metrics, "dragoman_timeouts_total") == 1);
}

TEST_CASE("a search ends when its request is cancelled, and those beside it go on") {
  ServiceMetrics metrics;
  Batcher batcher({}, metrics);
  SearchSettings settings;
  settings.beam = GENERATE(1, 4);
  settings.min_length = 20;
  std::vector<TranslationJob> jobs = {make_job("abc", settings), make_job("dab", settings)};
  int steps = 0;
  jobs[0].request.watch.goes_on = [&, deadline = jobs[0].deadline] {
    if (++steps == 3) deadline->cancel();
    return true;
  };
  Answers answers = batcher.submit(std::move(jobs));
  CHECK(api_error_of([&] { answers[0].get(); }) == "504 timeout");
  CHECK(steps == 3);
  CHECK(metric_value(metrics, "dragoman_timeouts_total") == 0);
  CHECK(is_same(answers[1].get(), alone("dab", settings)));
}

TEST_CASE("the work of a batch ends when all its requests are late, and is not tried again") {
  ServiceMetrics metrics;
  Batcher batcher({}, metrics);
  SearchSettings settings;
  settings.samples = 20;
  settings.mbr = MbrUtility::kChrf;
  std::vector<TranslationJob> jobs = {make_job("abc", settings), make_job("dab", settings)};
  const auto settings_of_all = jobs[0].settings;
  std::atomic<bool> is_cancellable = false;
  std::atomic<int> retries = 0;
  for (TranslationJob& job : jobs) {
    job.settings = settings_of_all;
    job.deadline = std::make_shared<Deadline>(Clock::now() + std::chrono::milliseconds(200));
    job.on_retry = [&] { ++retries; };
    job.request.watch.goes_on = [&, deadline = job.deadline] {
      is_cancellable = Cancellation::flag() != nullptr;
      std::this_thread::sleep_until(deadline->end() + 2 * Cancellation::kInterval);
      return true;
    };
  }
  for (auto& answer : batcher.submit(std::move(jobs)))
    CHECK(api_error_of([&] { answer.get(); }) == "504 timeout");
  CHECK(is_cancellable);
  CHECK(retries == 0);
  CHECK(num_batches(metrics) == 0);
}

TEST_CASE("other work that can be cancelled ends at its deadline") {
  ServiceMetrics metrics;
  Batcher batcher({}, metrics);
  const auto end = Clock::now() + std::chrono::milliseconds(50);
  bool is_whole = false;
  auto late = batcher.submit_work(
      [&] {
        while (Clock::now() < end + std::chrono::seconds(5)) Cancellation::check();
        is_whole = true;
      },
      std::make_shared<Deadline>(end));
  CHECK(api_error_of([&] { late.get(); }) == "504 timeout");
  CHECK_FALSE(is_whole);
}

TEST_CASE("a request may end its search itself, and gets what was found") {
  ServiceMetrics metrics;
  Batcher batcher({}, metrics);
  SearchSettings settings;
  settings.min_length = 20;
  std::vector<TranslationJob> jobs = {make_job("abc", settings)};
  int steps = 0;
  jobs[0].request.watch.goes_on = [&] { return ++steps < 5; };  // first called before the search
  const auto found = batcher.submit(std::move(jobs))[0].get().translations;
  REQUIRE_FALSE(found.empty());
  CHECK(found[0].tokens.size() == 4);
}

TEST_CASE("a request that fails does not spoil those beside it") {
  ServiceMetrics metrics;
  Batcher batcher({}, metrics);
  HeldWorker held(batcher);
  std::vector<TranslationJob> jobs = make_jobs(7);
  const size_t bad = GENERATE(0, 3, 6);
  jobs[bad].request.phrases = {"xyz"};
  std::atomic<int> retries = 0;
  jobs[bad].on_retry = [&] { ++retries; };
  Answers answers = batcher.submit(std::move(jobs));
  held.let_go();
  CHECK_THROWS_AS(answers[bad].get(), std::invalid_argument);
  CHECK(retries > 0);
  for (size_t i = 0; i < answers.size(); ++i) {
    if (i != bad) CHECK(is_same(answers[i].get(), alone(sentence(i))));
  }
}

TEST_CASE("a sentence for a model that does not translate is an error of its request alone") {
  ServiceMetrics metrics;
  Batcher batcher({}, metrics);
  std::vector<TranslationJob> jobs = make_jobs(2);
  jobs[0].model = served_language_model();
  Answers answers = batcher.submit(std::move(jobs));
  CHECK(api_error_of([&] { answers[0].get(); }) == "400 wrong_kind_of_model");
  CHECK(is_same(answers[1].get(), alone(sentence(1))));
}

TEST_CASE("other work runs in a worker, and its future tells how it ended") {
  ServiceMetrics metrics;
  Batcher batcher({}, metrics);
  bool is_done = false;
  batcher.submit_work([&] { is_done = true; }, long_deadline()).get();
  CHECK(is_done);
  auto failing = batcher.submit_work([] { throw std::runtime_error("no"); }, nullptr);
  CHECK_THROWS_AS(failing.get(), std::runtime_error);
  bool is_begun = false;
  auto late = batcher.submit_work([&] { is_begun = true; }, past_deadline());
  CHECK(api_error_of([&] { late.get(); }) == "504 timeout");
  CHECK_FALSE(is_begun);
  CHECK(metric_value(metrics, "dragoman_timeouts_total") == 1);
  const auto deadline = long_deadline();
  auto cancelled = batcher.submit_work([&] { deadline->cancel(); }, deadline);
  CHECK(api_error_of([&] { cancelled.get(); }) == "504 timeout");
  CHECK(metric_value(metrics, "dragoman_timeouts_total") == 1);  // its client had left
}

}  // namespace dragoman
