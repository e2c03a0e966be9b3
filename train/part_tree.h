#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "data/update_parts.h"

namespace dragoman {

/// A node of the tree in which the parts of an update are summed: of parts index * 2^level and on,
/// 2^level of them, as far as there are so many.
struct TreeNode {
  int level = 0;
  int64_t index = 0;

  int64_t first() const { return index << level; }
  int64_t past() const { return (index + 1) << level; }
  TreeNode parent() const { return {level + 1, index / 2}; }
  TreeNode sibling() const { return {level, index ^ 1}; }
  /// By their parts.
  auto operator<=>(const TreeNode& other) const {
    return std::pair(first(), level) <=> std::pair(other.first(), other.level);
  }
  bool operator==(const TreeNode&) const = default;
};

/// The node that holds the sum of all parts.
TreeNode root_of(int64_t num_parts);

/// The fewest nodes that hold the parts of `range` and no others, by their parts. A last node may
/// reach beyond the last part.
std::vector<TreeNode> nodes_of(PartRange range, int64_t num_parts);

/// Sums the parts of an update pairwise: 0 and 1, 2 and 3, then these sums, and so on; what has no
/// other half goes up as it is. Which sums are made depends on the number of parts alone, not on
/// the order in which parts are added, nor on who adds them. At any time it holds at most one value
/// more for each level than there are threads that add, if they take parts in order.
template <class Value>
class PartTree {
 public:
  /// Adds the second to the first, which it becomes.
  using Add = std::function<void(Value& sum, Value&& other)>;

  /// Of an update of `num_parts`; parts of `range` alone are added here.
  PartTree(int64_t num_parts, PartRange range, Add add)
      : num_parts_(num_parts), range_(range), add_(std::move(add)) {}

  /// Several threads may do so at a time; each adds the halves that it completes.
  void add(TreeNode node, Value value) {
    while (goes_up(node)) {
      if (node.sibling().first() < num_parts_) {
        std::unique_lock lock(mutex_);
        const auto other = values_.find(node.sibling());
        if (other == values_.end()) {
          values_.emplace(node, std::move(value));
          return;
        }
        Value half = std::move(other->second);
        values_.erase(other);
        lock.unlock();
        if (node.index % 2 != 0) std::swap(value, half);
        add_(value, std::move(half));
      }
      node = node.parent();
    }
    const std::lock_guard lock(mutex_);
    values_.emplace(node, std::move(value));
  }

  /// When all parts of the range were added: the sums of its nodes, those of nodes_of().
  const std::map<TreeNode, Value>& values() const { return values_; }
  std::map<TreeNode, Value> take_values() { return std::move(values_); }

 private:
  /// Whether the other half is added here, or there is none.
  bool goes_up(TreeNode node) const {
    if (node == root_of(num_parts_)) return false;
    const TreeNode other = node.sibling();
    return other.first() >= num_parts_ ||
           (other.first() >= range_.begin && std::min(other.past(), num_parts_) <= range_.end);
  }

  int64_t num_parts_;
  PartRange range_;
  Add add_;
  std::mutex mutex_;
  std::map<TreeNode, Value> values_;
};

}  // namespace dragoman
