#include "train/part_tree.h"

namespace dragoman {

TreeNode root_of(int64_t num_parts) {
  TreeNode root;
  while (root.past() < num_parts) root = root.parent();
  return root;
}

std::vector<TreeNode> nodes_of(PartRange range, int64_t num_parts) {
  std::vector<TreeNode> nodes;
  // At the end of the tree, nodes may cover missing parts.
  const int64_t end = range.end == num_parts ? root_of(num_parts).past() : range.end;
  for (int64_t part = range.begin; part < range.end; part = nodes.back().past()) {
    TreeNode node{0, part};
    while (node.parent().first() == part && node.parent().past() <= end) node = node.parent();
    nodes.push_back(node);
  }
  return nodes;
}

}  // namespace dragoman
