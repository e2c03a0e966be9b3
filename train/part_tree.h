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

/// A node of the tree in which the parts of an update are summed. It covers the parts first() to
/// past() - 1, that is 2^level parts, as far as they exist.
struct TreeNode {
  int level = 0;
  int64_t index = 0;

  int64_t first() const { return index << level; }
  int64_t past() const { return (index + 1) << level; }
  TreeNode parent() const { return {level + 1, index / 2}; }
  TreeNode sibling() const { return {level, index ^ 1}; }
  /// Orders nodes by their first part, then by level.
  auto operator<=>(const TreeNode& other) const {
    return std::pair(first(), level) <=> std::pair(other.first(), other.level);
  }
  bool operator==(const TreeNode&) const = default;
};

/// Returns the node of the sum of all parts.
TreeNode root_of(int64_t num_parts);

/// Returns the fewest nodes that cover exactly the parts of `range`, in order. The last node may
/// reach beyond the last part of the update.
std::vector<TreeNode> nodes_of(PartRange range, int64_t num_parts);

/// Sums the parts of an update pairwise: 0 and 1, 2 and 3, then these sums, and so on. A node
/// without a sibling moves up unchanged. The sums depend only on the number of parts, not on the
/// order in which parts are added or on the thread. If threads take parts in order, each level
/// holds at most one value more than there are threads.
template <class Value>
class PartTree {
 public:
  /// Adds `other` to `sum`.
  using Add = std::function<void(Value& sum, Value&& other)>;

  /// For an update of `num_parts` parts, of which only those in `range` are added here.
  PartTree(int64_t num_parts, PartRange range, Add add)
      : num_parts_(num_parts), range_(range), add_(std::move(add)) {}

  /// Adds the value of a node. Thread-safe; a thread that completes a pair adds it up.
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

  /// Returns the sums of the nodes nodes_of(range), after all parts of the range were added.
  const std::map<TreeNode, Value>& values() const { return values_; }
  std::map<TreeNode, Value> take_values() { return std::move(values_); }

 private:
  /// Returns whether the node's sibling is summed here, or does not exist.
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
