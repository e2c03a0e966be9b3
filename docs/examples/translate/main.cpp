// translate RUN: reads lines from stdin and writes the three best translations of each, best first.
// An output line has line number, score and text, separated by tabs.
#include <dragoman/translator.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <future>
#include <iostream>
#include <string>
#include <vector>

namespace {

using Requests = std::vector<dragoman::TranslationRequest>;
using NBestLists = std::vector<std::vector<dragoman::Translation>>;

Requests read_requests(std::istream& input) {
  Requests requests;
  for (std::string line; std::getline(input, line);) requests.push_back({.text = line});
  return requests;
}

/// Two threads share the translator and take half of the lines each.
NBestLists translate_in_two_threads(const dragoman::Translator& translator,
                                    const Requests& requests) {
  dragoman::SearchSettings settings = translator.settings();  // the model folder's
  settings.num_best = 3;
  settings.beam = std::max(settings.beam, settings.num_best);

  const auto middle = requests.begin() + static_cast<std::ptrdiff_t>(requests.size() / 2);
  std::future<NBestLists> second_half = std::async(std::launch::async, [&] {
    return translator.translate_n_best(Requests(middle, requests.end()), settings);
  });
  NBestLists all = translator.translate_n_best(Requests(requests.begin(), middle), settings);
  for (auto& translations : second_half.get()) all.push_back(std::move(translations));
  return all;
}

void print(const NBestLists& lists) {
  for (size_t line = 0; line < lists.size(); ++line) {
    for (const dragoman::Translation& translation : lists[line])
      std::printf("%zu\t%.4f\t%s\n", line + 1, translation.score, translation.text.c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: translate RUN <lines\n";
    return 2;
  }
  try {
    dragoman::TranslatorOptions options;
    options.threads = 1;  // for each call; two calls run at once
    const dragoman::Translator translator(argv[1], options);
    print(translate_in_two_threads(translator, read_requests(std::cin)));
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "translate: " << error.what() << '\n';
    return 1;
  }
}
