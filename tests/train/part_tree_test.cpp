#include "train/part_tree.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <thread>

#include "catch.h"

namespace dragoman {
namespace {

/// A sum that shows how it was made.
using Shown = PartTree<std::string>;

void show(std::string& sum, std::string&& other) { sum = "(" + sum + "+" + other + ")"; }

std::string sum_of(int64_t num_parts, const std::vector<int64_t>& order) {
  Shown tree(num_parts, {0, num_parts}, show);
  for (const int64_t part : order) tree.add({0, part}, std::to_string(part));
  REQUIRE(tree.values().size() == 1);
  CHECK((tree.values().begin()->first == root_of(num_parts)));
  return tree.values().begin()->second;
}

std::vector<int64_t> numbers(int64_t count) {
  std::vector<int64_t> all(static_cast<size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

TEST_CASE("parts are summed pairwise, and what has no other half goes up as it is") {
  CHECK(sum_of(1, {0}) == "0");
  CHECK(sum_of(3, {0, 1, 2}) == "((0+1)+2)");
  CHECK(sum_of(5, {0, 1, 2, 3, 4}) == "(((0+1)+(2+3))+4)");
  CHECK(sum_of(7, {0, 1, 2, 3, 4, 5, 6}) == "(((0+1)+(2+3))+((4+5)+6))");
}

TEST_CASE("the order in which parts come makes no difference") {
  std::vector<int64_t> order = numbers(7);
  const std::string expected = sum_of(7, order);
  while (std::next_permutation(order.begin(), order.end())) {
    if (sum_of(7, order) != expected) FAIL(sum_of(7, order));
  }
  SUCCEED();
}

TEST_CASE("what processes sum of their parts, summed by one of them, is the sum of one process") {
  for (int64_t num_parts = 1; num_parts <= 17; ++num_parts) {
    const std::string expected = sum_of(num_parts, numbers(num_parts));
    for (int64_t processes = 1; processes <= 8; ++processes) {
      Shown owner(num_parts, {0, num_parts}, show);
      for (int64_t process = 0; process < processes; ++process) {
        const PartRange range = parts_of_process(num_parts, process, processes);
        Shown tree(num_parts, range, show);
        for (int64_t part = range.begin; part < range.end; ++part)
          tree.add({0, part}, std::to_string(part));
        const std::vector<TreeNode> nodes = nodes_of(range, num_parts);
        REQUIRE(tree.values().size() == nodes.size());
        for (const TreeNode& node : nodes) owner.add(node, tree.values().at(node));
      }
      REQUIRE(owner.values().size() == 1);
      CHECK(owner.values().begin()->second == expected);
    }
  }
}

TEST_CASE("equal blocks of a power of two are one node each") {
  using Nodes = std::vector<TreeNode>;
  for (int64_t process = 0; process < 4; ++process)
    CHECK((nodes_of(parts_of_process(16, process, 4), 16) == Nodes{{2, process}}));
  CHECK((nodes_of({3, 8}, 8) == Nodes{{0, 3}, {2, 1}}));
  CHECK(nodes_of({2, 2}, 8).empty());
}

TEST_CASE("several threads add at a time, and few values wait") {
  constexpr int64_t kParts = 1000;
  PartTree<double> tree(kParts, {0, kParts}, [](double& sum, double&& other) { sum += other; });
  std::atomic<int64_t> next = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        for (int64_t part = next++; part < kParts; part = next++)
          tree.add({0, part}, static_cast<double>(part));
      });
    }
  }
  CHECK(tree.values().begin()->second == kParts * (kParts - 1) / 2.0);
}

}  // namespace dragoman
