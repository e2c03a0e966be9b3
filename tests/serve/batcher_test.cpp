#include "serve/batcher.h"

#include "batch_jobs.h"
#include "held_worker.h"

namespace dragoman {

TEST_CASE("translations are those that the translator gives each sentence alone") {
  ServiceMetrics metrics;
  Batcher batcher({}, metrics);
  SearchSettings settings = served_translator()->settings();
  settings.num_best = 2;
  const std::vector<std::string> texts = {
      "ab", "", "hgf edc ba", "a b c d e f g h", std::string(100, 'b') + " ah", "ab", "  ", "é"};
  std::vector<TranslationJob> jobs;
  for (const std::string& text : texts) jobs.push_back(make_job(text, settings));
  Answers answers = batcher.submit(std::move(jobs));
  REQUIRE(answers.size() == texts.size());
  for (size_t i = 0; i < texts.size(); ++i)
    CHECK(is_same(answers[i].get(), alone(texts[i], settings)));
  CHECK(num_sentences(metrics) == texts.size());
  CHECK(metric_value(metrics, "dragoman_target_tokens_total") > 0);
}

TEST_CASE("sentences of several requests that wait are translated together, as many as may be") {
  ServiceMetrics metrics;
  const size_t max_batch = GENERATE(64, 5);
  Batcher batcher({.max_batch = max_batch}, metrics);
  HeldWorker held(batcher);
  Answers first = batcher.submit(make_jobs(4)), second = batcher.submit(make_jobs(5, 4)),
          third = batcher.submit(make_jobs(3, 9));
  CHECK(metrics.queued.load() == 12);
  held.let_go();
  check_answers(first);
  check_answers(second, 4);
  check_answers(third, 9);
  CHECK(num_batches(metrics) == (max_batch == 64 ? 1 : 3));
  CHECK(num_sentences(metrics) == 12);
  CHECK(metrics.queued.load() == 0);
}

TEST_CASE("sentences with other settings or of another model make another batch") {
  ServiceMetrics metrics;
  Batcher batcher({}, metrics);
  HeldWorker held(batcher);
  SearchSettings greedy;
  greedy.beam = 1;
  const auto other = std::make_shared<const ServedModel>("other", tiny_translator(),
                                                         TranslatorOptions{.threads = 1});
  std::vector<TranslationJob> jobs = {make_job("abc"), make_job("abc", greedy), make_job("abc"),
                                      make_job("abc", greedy), make_job("abc")};
  jobs.back().model = other;
  Answers answers = batcher.submit(std::move(jobs));
  held.let_go();
  for (const size_t i : {0, 2, 4}) CHECK(is_same(answers[i].get(), alone("abc")));
  for (const size_t i : {1, 3}) CHECK(is_same(answers[i].get(), alone("abc", greedy)));
  CHECK(num_batches(metrics) == 3);
}

TEST_CASE("a batch begins as soon as it is full, or all clients wait") {
  ServiceMetrics metrics;
  Batcher::Limits limits{.max_wait = hours(1), .max_batch = 3};
  const bool knows_clients = GENERATE(false, true);
  if (knows_clients) limits.num_clients = [] { return size_t{2}; };
  Batcher batcher(limits, metrics);
  Answers first = batcher.submit(make_jobs(1)),
          second = batcher.submit(make_jobs(knows_clients ? 1 : 2, 1));
  check_answers(first);
  check_answers(second, 1);
  CHECK(num_batches(metrics) == 1);
}

TEST_CASE("a worker does not wait for more while others wait for it, nor at the end") {
  ServiceMetrics metrics;
  Answers first, second;
  {
    Batcher batcher({.max_wait = hours(1)}, metrics);
    SearchSettings greedy;
    greedy.beam = 1;
    first = batcher.submit(make_jobs(1));
    second = batcher.submit({make_job("abc", greedy)});
    check_answers(first);
  }
  REQUIRE(second[0].wait_for(hours(0)) == std::future_status::ready);
  CHECK(num_batches(metrics) == 2);
}

TEST_CASE("free workers share the waiting jobs") {
  ServiceMetrics metrics;
  Batcher batcher({.workers = 2, .max_wait = hours(0)}, metrics);
  double batches = 0;
  // The first time the second worker may not be there yet.
  for (int attempt = 0; attempt < 100 && batches != 2; ++attempt) {
    const double before = num_batches(metrics);
    Answers answers = batcher.submit(make_jobs(4));
    check_answers(answers);
    batches = num_batches(metrics) - before;
  }
  CHECK(batches == 2);
}

TEST_CASE("the jobs in the queue at the end are finished") {
  ServiceMetrics metrics;
  Answers answers;
  {
    Batcher batcher({.max_batch = 2}, metrics);
    HeldWorker held(batcher);
    answers = batcher.submit(make_jobs(7));
  }
  for (const auto& answer : answers)
    REQUIRE(answer.wait_for(hours(0)) == std::future_status::ready);
  check_answers(answers);
}

TEST_CASE("many threads that ask at once get their own answers each") {
  constexpr size_t kThreads = 8, kRequests = 20;
  std::vector<std::vector<Translation>> expected;
  for (size_t i = 0; i < kThreads * kRequests; ++i) expected.push_back(alone(sentence(i)));
  CHECK(expected[0][0].score != Approx(expected[1][0].score));
  ServiceMetrics metrics;
  Batcher batcher({.workers = 2}, metrics);
  std::atomic<size_t> num_right = 0;
  std::vector<std::thread> clients;
  for (size_t client = 0; client < kThreads; ++client) {
    clients.emplace_back([&, client] {
      for (size_t i = client; i < expected.size(); i += kThreads) {
        Answers answers = batcher.submit(make_jobs(1, i));
        num_right += is_same(answers[0].get(), expected[i]);
      }
    });
  }
  for (std::thread& client : clients) client.join();
  CHECK(num_right.load() == expected.size());
  CHECK(num_sentences(metrics) == expected.size());
}

TEST_CASE("limits that let nothing through are refused") {
  ServiceMetrics metrics;
  CHECK_THROWS_AS(Batcher({.workers = 0}, metrics), std::invalid_argument);
  CHECK_THROWS_AS(Batcher({.max_batch = 0}, metrics), std::invalid_argument);
  CHECK_THROWS_AS(Batcher({.max_queue = 0}, metrics), std::invalid_argument);
}

}  // namespace dragoman
