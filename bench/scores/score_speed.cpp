// score_speed METRIC HYPOTHESIS REFERENCE
//
// Scores one file against another by bleu, chrf++ or ter, and prints the seconds of scoring lines
// in memory, and the process's peak memory.

#include <chrono>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "io/text_file.h"
#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/corpus_scorer.h"
#include "metrics/ter.h"
#include "peak_memory.h"

namespace dragoman {
namespace {

std::unique_ptr<Metric> make_metric(const std::string& name) {
  if (name == "bleu") return std::make_unique<Bleu>();
  if (name == "chrf++") return std::make_unique<Chrf>(ChrfSettings{.word_order = 2});
  if (name == "ter") return std::make_unique<Ter>();
  throw std::invalid_argument("unknown metric " + name + ": bleu, chrf++ or ter");
}

void measure(const std::string& metric_name, const std::string& hypothesis,
             const std::string& reference) {
  const std::vector<std::string> hypotheses = read_valid_lines(hypothesis);
  const std::vector<std::vector<std::string>> references = {read_valid_lines(reference)};
  const auto start = std::chrono::steady_clock::now();
  const double score = score_corpus(*make_metric(metric_name), hypotheses, references);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("{\"seconds\": %.6f, \"score\": %.17g, \"peak_kb\": %ld}\n", seconds.count(), score,
              peak_memory_kb());
}

}  // namespace
}  // namespace dragoman

int main(int argc, char** argv) {
  try {
    if (argc != 4) throw std::invalid_argument("usage: score_speed METRIC HYPOTHESIS REFERENCE");
    dragoman::measure(argv[1], argv[2], argv[3]);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "score_speed: %s\n", error.what());
    return 1;
  }
}
