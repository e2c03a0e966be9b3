#include <cmath>
#include <thread>

#include "alignment/cooccurrences.h"
#include "alignment/word_forms.h"
#include "alignment/word_list.h"
#include "alignment/word_pair_file.h"
#include "alignment/word_table.h"
#include "catch.h"

namespace dragoman {
namespace {

using Ids = std::vector<int32_t>;

Ids numbers_to(int32_t count) {
  Ids ids;
  for (int32_t i = 0; i < count; ++i) ids.push_back(i);
  return ids;
}

Ids copy_of(std::span<const int32_t> ids) { return {ids.begin(), ids.end()}; }

}  // namespace

TEST_CASE("a word's form is in lower case, without the punctuation around it") {
  CHECK(word_form("Haus") == "haus");
  CHECK(word_form("„ÄPFEL“,") == "äpfel");
  CHECK(word_form("(don't)") == "don't");
  CHECK(word_form("...") == "...");
  CHECK(word_form("بيت؟") == "بيت");
  CHECK(word_form("（「家」）！") == "家");
  CHECK(word_form("हिन्दी।") == "हिन्दी");
  CHECK(word_form("3.14,") == "3.14");
}

TEST_CASE("forms get numbers in the order of their adding") {
  WordList words;
  CHECK(words.add("a") == 0);
  CHECK(words.add("b") == 1);
  CHECK(words.add("a") == 0);
  CHECK(words.find("b") == 1);
  CHECK(words.find("c") == WordList::kUnknown);
}

TEST_CASE("a long pair is cut into parts that have all of its words in order") {
  const Ids source = numbers_to(1234), target = numbers_to(7);
  Ids all_source, all_target;
  const std::vector<WordPair> parts = parts_of(source, target);
  CHECK(parts.size() == 3);
  for (const WordPair& part : parts) {
    CHECK(part.source.size() <= kLongestPart);
    CHECK(part.continues == !all_source.empty());
    all_source.insert(all_source.end(), part.source.begin(), part.source.end());
    all_target.insert(all_target.end(), part.target.begin(), part.target.end());
  }
  CHECK(all_source == source);
  CHECK(all_target == target);
  CHECK(parts_of({}, {}).size() == 1);
}

TEST_CASE("pairs come out of the file as they were added, in blocks") {
  WordPairFile file;
  for (int32_t i = 0; i < 5000; ++i) file.add(numbers_to(i % 9), numbers_to(i % 5));
  file.add({}, {});
  file.finish();
  CHECK(file.num_blocks() > 1);
  int32_t i = 0;
  for (size_t block = 0; block < file.num_blocks(); ++block) {
    file.visit_block(block, [&](const WordPair& pair) {
      REQUIRE(copy_of(pair.source) == numbers_to(i == 5000 ? 0 : i % 9));
      REQUIRE(copy_of(pair.target) == numbers_to(i == 5000 ? 0 : i % 5));
      ++i;
    });
  }
  CHECK(i == 5001);
}

TEST_CASE("visiting a block ends when it is cancelled") {
  WordPairFile file;
  for (int i = 0; i < 10; ++i) file.add(numbers_to(2), numbers_to(2));
  file.finish();
  const Cancellation cancellation([] { return false; });
  int num_visited = 0;
  const auto visit = [&](const WordPair&) {
    ++num_visited;
    std::this_thread::sleep_for(Cancellation::kInterval);
  };
  CHECK_THROWS_AS(file.visit_block(0, visit), Cancelled);
  CHECK(num_visited < 3);
}

TEST_CASE("a file without pairs has no blocks") {
  WordPairFile file;
  file.finish();
  CHECK(file.num_blocks() == 0);
}

TEST_CASE("a table finds the entries that it was made of, and no others") {
  WordTranslations rows;
  for (int32_t source = 0; source < 50; ++source) {
    for (int32_t k = 0; k < source; ++k) rows.entries.push_back({7 * k, 0.5F, 0.1F * (k % 3)});
    rows.starts.push_back(rows.entries.size());
  }
  const WordTable table(rows);
  for (int32_t source = 0; source < 50; ++source) {
    for (int32_t target = 0; target < 400; ++target) {
      const int64_t slot = table.find(source, target);
      const bool is_there = target % 7 == 0 && target / 7 < source;
      REQUIRE((slot >= 0) == is_there);
      if (is_there) REQUIRE(table.at(static_cast<size_t>(slot)).target == target);
    }
  }
  CHECK(table.rows(0).starts == rows.starts);
  CHECK(table.rows(0.6F).entries.empty());
}

TEST_CASE(
    "words that occur together have entries by their Dice coefficients, the best ones first") {
  WordPairFile file;
  file.add(Ids{0, 1}, Ids{0, 1});
  file.add(Ids{0}, Ids{0});
  file.add(Ids{0}, Ids{0, 2});
  file.finish();
  const WordCounts counts{{3, 1}, {3, 1, 1}};
  const WordTranslations rows = find_cooccurrences(file, counts, 2, 1);
  REQUIRE(rows.starts == std::vector<uint64_t>{0, 2, 4});
  CHECK(rows.entries[0].target == 0);
  CHECK(rows.entries[0].forward == 1);
  CHECK(rows.entries[1].target == 1);  // as good as 2
  CHECK(rows.entries[1].forward == Approx(std::sqrt(2. / 4)));
  CHECK(rows.entries[2].forward == Approx(std::sqrt(2. / 4)));
  CHECK(find_cooccurrences(file, counts, 2, 3).entries.size() == 4);
}

}  // namespace dragoman
