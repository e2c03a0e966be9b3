#include "serve/service_metrics.h"

#include <sys/resource.h>
#include <unistd.h>

#include <regex>
#include <set>
#include <sstream>
#include <thread>

#include "catch.h"
#include "io/descriptor.h"
#include "metric_value.h"

namespace dragoman {
namespace {

/// Checks that each line is a sample of the family whose head came last, and each family comes
/// once.
void check_format(const std::string& text) {
  const std::regex help("# HELP ([a-z_]+) \\S.*"),
      type("# TYPE ([a-z_]+) (counter|gauge|histogram)"),
      sample(R"re(([a-z_]+)(\{([a-z]+="([^"\\]|\\.)*",?)+\})? [-+.0-9e]+)re");
  std::set<std::string> families;
  std::string family, line;
  std::istringstream lines(text);
  while (std::getline(lines, line)) {
    INFO(line);
    std::smatch match;
    if (std::regex_match(line, match, help)) {
      family = match[1];
      CHECK(families.insert(family).second);
      REQUIRE(std::getline(lines, line));
      REQUIRE(std::regex_match(line, match, type));
      CHECK(match[1].str() == family);
    } else {
      REQUIRE(std::regex_match(line, match, sample));
      CHECK(match[1].str().starts_with(family));
    }
  }
  CHECK(families.size() > 15);
}

}  // namespace

TEST_CASE("the text is Prometheus', before anything happened and after") {
  ServiceMetrics metrics;
  check_format(metrics.text());
  metrics.count_request("/v1/translate", 200, 0.012);
  metrics.count_request("a \"quoted\\route\"\nof two lines", 404, 1e-7);
  metrics.count_batch(3, 64, 0.25, 1000000, 123456789);
  metrics.count_timeout();
  const std::string text = metrics.text();
  check_format(text);
  CHECK(text.back() == '\n');
  CHECK_THAT(text,
             ContainsSubstring(R"({route="a \"quoted\\route\"\nof two lines",status="404"} 1)"));
  CHECK(metric_value(metrics, "dragoman_source_tokens_total") == 1000000);
  CHECK(metric_value(metrics, "dragoman_target_tokens_total") == 123456789);
  CHECK(metric_value(metrics, "dragoman_timeouts_total") == 1);
}

TEST_CASE("requests are counted by route and status, their times by route") {
  ServiceMetrics metrics;
  for (const double seconds : {0.001, 0.002, 0.02, 100.0})
    metrics.count_request("/v1/translate", 200, seconds);
  metrics.count_request("/v1/translate", 504, 30);
  metrics.count_request("/healthz", 200, 0.0001);
  const auto value = [&](const std::string& sample) { return metric_value(metrics, sample); };
  CHECK(value(R"(dragoman_requests_total{route="/v1/translate",status="200"})") == 4);
  CHECK(value(R"(dragoman_requests_total{route="/v1/translate",status="504"})") == 1);
  CHECK(value(R"(dragoman_requests_total{route="/healthz",status="200"})") == 1);
  const std::string bucket = R"(dragoman_request_seconds_bucket{route="/v1/translate",le=")";
  CHECK(value(bucket + "0.001\"}") == 1);
  CHECK(value(bucket + "0.0025\"}") == 2);
  CHECK(value(bucket + "30\"}") == 4);
  CHECK(value(bucket + "+Inf\"}") == 5);
  CHECK(value(R"(dragoman_request_seconds_count{route="/v1/translate"})") == 5);
  CHECK(value(R"(dragoman_request_seconds_sum{route="/v1/translate"})") == Approx(130.023));
}

TEST_CASE("endless new routes do not fill the memory") {
  ServiceMetrics metrics;
  for (int i = 0; i < 1000; ++i) metrics.count_request("/" + std::to_string(i), 404, 0.1);
  metrics.count_request("/7", 404, 0.1);
  CHECK(metrics.text().size() < 200000);
  CHECK(metric_value(metrics, R"(dragoman_requests_total{route="/7",status="404"})") == 2);
  CHECK(metric_value(metrics, R"(dragoman_requests_total{route="other",status="404"})") == 900);
}

TEST_CASE("batches are counted by their sizes, and how full they are") {
  ServiceMetrics metrics;
  metrics.count_batch(32, 64, 0.5, 10, 20);
  CHECK(metric_value(metrics, "dragoman_batch_fill") == 0.5);
  for (int i = 0; i < 200; ++i) metrics.count_batch(64, 64, 0.5, 10, 20);
  CHECK(metric_value(metrics, "dragoman_batch_fill") == Approx(1).epsilon(1e-3));
  CHECK(metric_value(metrics, R"(dragoman_batch_sentences_bucket{le="32"})") == 1);
  CHECK(metric_value(metrics, R"(dragoman_batch_sentences_bucket{le="64"})") == 201);
  CHECK(metric_value(metrics, "dragoman_batch_seconds_sum") == Approx(100.5));
  CHECK(metric_value(metrics, "dragoman_tokens_per_second") > 0);
}

TEST_CASE("a rate is that of the last minute, or of the time since the beginning") {
  MinuteRate rate;
  CHECK(rate.per_second(0) == 0);
  rate.add(30, 0);
  CHECK(rate.per_second(0) == 30);
  rate.add(30, 2);
  CHECK(rate.per_second(2) == 20);
  CHECK(rate.per_second(59) == 1);
  CHECK(rate.per_second(60) == 0.5);
  rate.add(60, 60);
  CHECK(rate.per_second(61) == 1.5);
  CHECK(rate.per_second(62) == 1);
  CHECK(rate.per_second(1000) == 0);
}

TEST_CASE("the process tells of its memory, time and files") {
  const ServiceMetrics metrics;
  CHECK(metric_value(metrics, "process_resident_memory_bytes") > 1e6);
  CHECK(metric_value(metrics, "process_virtual_memory_bytes") >=
        metric_value(metrics, "process_resident_memory_bytes"));
  CHECK(metric_value(metrics, "process_cpu_seconds_total") > 0);
  CHECK(metric_value(metrics, "process_open_fds") >= 3);
  CHECK(metric_value(metrics, "process_max_fds") >= metric_value(metrics, "process_open_fds"));
  CHECK(metric_value(metrics, "process_start_time_seconds") > 1.6e9);
}

TEST_CASE("where no more files can be opened, all are told to be open, and no memory to be 0") {
  const ServiceMetrics metrics;
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  std::vector<Descriptor> files;
  files.emplace_back(::dup(STDERR_FILENO));
  rlimit low = before;
  low.rlim_cur = static_cast<rlim_t>(files.front().get()) + 10;
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &low) == 0);
  while (files.back().get() >= 0) files.emplace_back(::dup(STDERR_FILENO));
  const std::string text = metrics.text();
  ::setrlimit(RLIMIT_NOFILE, &before);
  const std::string most = std::to_string(low.rlim_cur);
  CHECK_THAT(text, ContainsSubstring("\nprocess_open_fds " + most + "\n") &&
                       ContainsSubstring("\nprocess_max_fds " + most + "\n") &&
                       !ContainsSubstring("_memory_bytes"));
}

TEST_CASE("threads may count at the same time") {
  ServiceMetrics metrics;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) {
        metrics.count_request("/", 200, 0.001);
        metrics.count_batch(1, 64, 0.001, 1, 2);
        if (i % 50 == 0) metrics.text();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(metric_value(metrics, "dragoman_target_tokens_total") == 800);
  CHECK(metric_value(metrics, R"(dragoman_request_seconds_count{route="/"})") == 400);
}

}  // namespace dragoman
