#include "translate/perturbation.h"

#include <algorithm>
#include <set>

#include "catch.h"

namespace dragoman {
namespace {

using Lines = std::vector<std::string>;

Lines with_typos(const Lines& lines, double rate, uint64_t seed = 1) {
  return perturbed(lines, Perturbation::kTypo, {.language = "", .typo_rate = rate, .seed = seed});
}

}  // namespace

TEST_CASE("a source in another case has the capitals of its language") {
  const Lines lines{"it is a dog", "", "IIS"};
  CHECK(perturbed(lines, Perturbation::kUpper, {.language = "tr"}) ==
        Lines{"İT İS A DOG", "", "IIS"});
  CHECK(perturbed(lines, Perturbation::kTitle, {}) == Lines{"It Is A Dog", "", "IIS"});
  CHECK(perturbed(lines, Perturbation::kLower, {}) == Lines{"it is a dog", "", "iis"});
}

TEST_CASE("a typo is one of four changes inside a word") {
  std::set<std::string> typos;
  for (uint64_t seed = 0; seed < 2000; ++seed) typos.insert(with_typos({"Dogs"}, 1, seed).front());
  // Swapped; left out; doubled; beside o and g on the keyboard.
  CHECK(typos == std::set<std::string>{"Dgos", "Dgs", "Dos", "Doogs", "Doggs", "Digs", "Dpgs",
                                       "Dofs", "Dohs"});
}

TEST_CASE("short words, numbers, white space and punctuation have no typos") {
  const Lines lines{"", "a dog, 12345 the\tcat!", "  --  ", "{x}%s3.14", std::string(100000, '.')};
  CHECK(with_typos(lines, 1) == lines);
  const Lines quoted{"\"house\" (Größe)"};
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const std::string line = with_typos(quoted, 1, seed).front();
    CHECK(line.starts_with("\"h"));
    CHECK(line.ends_with("e)"));
    CHECK(line.find("e\" (G") != std::string::npos);
  }
}

TEST_CASE("as many words have typos as the rate says") {
  const Lines words(10000, "houses");
  const auto num_changed = [&](double rate) {
    const Lines lines = with_typos(words, rate);
    return lines.size() - static_cast<size_t>(std::count(lines.begin(), lines.end(), words[0]));
  };
  CHECK(num_changed(0) == 0);
  CHECK(num_changed(0.1) == Approx(1000).margin(120));
  CHECK(num_changed(1) == 10000);
}

TEST_CASE("typos depend on the seed and the number of the line alone") {
  const Lines lines(20, "Several people wander through narrow streets.");
  CHECK(with_typos(lines, 0.5) == with_typos(lines, 0.5));
  CHECK(with_typos(lines, 0.5) != with_typos(lines, 0.5, 2));
  const Lines changed = with_typos(lines, 0.5);
  CHECK(std::set<std::string>(changed.begin(), changed.end()).size() > 10);
  Lines other = lines;
  other[0] = "x";
  CHECK(with_typos(other, 0.5)[19] == changed[19]);
}

TEST_CASE("marks stay behind their letters, and belong to words") {
  std::set<std::string> typos;
  for (uint64_t seed = 0; seed < 500; ++seed) typos.insert(with_typos({"परिवार"}, 1, seed).front());
  // Swapped; left out; doubled.
  CHECK(typos == std::set<std::string>{"पवारिर", "पवार", "परिर", "परिरिवार", "परिवावार"});
}

TEST_CASE("letters of any script may be mistyped, and stay valid text") {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const std::string line = with_typos({"ÄÖÜß Москва 𐐀𐐁𐐂𐐃"}, 1, seed).front();
    CHECK(line.find("\ufffd") == std::string::npos);
    CHECK(line.starts_with("Ä"));
    CHECK(line.ends_with("𐐃"));
  }
  CHECK(with_typos({"a\xff"}, 1).front() == "a\ufffd");
}

}  // namespace dragoman
