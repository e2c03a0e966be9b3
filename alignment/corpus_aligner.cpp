#include "alignment/corpus_aligner.h"

#include <algorithm>
#include <atomic>

#include "alignment/line_aligner.h"
#include "threads/run_in_threads.h"
#include "threads/thread_count.h"

namespace dragoman {
namespace {

constexpr size_t kBlocksOfThread = 16;  // blocks that each thread aligns before lines are written

std::string align_block(const WordPairFile& pairs, size_t block, LineAligner& aligner) {
  std::string lines;
  bool is_first = true;
  pairs.visit_block(block, [&](const WordPair& pair) {
    if (!pair.continues && !is_first) lines.append(to_pharaoh(aligner.take())).append("\n");
    is_first = false;
    aligner.add(pair);
  });
  return lines.append(to_pharaoh(aligner.take())).append("\n");
}

}  // namespace

void align_word_pairs(const WordPairFile& pairs, const AlignmentParameters& parameters,
                      const AlignOptions& options,
                      const std::function<void(const std::string&)>& write) {
  const size_t num_threads = threads_or_default(options.threads);
  const size_t group = kBlocksOfThread * num_threads;
  for (size_t begin = 0; begin < pairs.num_blocks(); begin += group) {
    std::vector<std::string> blocks(std::min(group, pairs.num_blocks() - begin));
    std::atomic<size_t> next = 0;
    run_in_threads(num_threads, [&](size_t) {
      LineAligner aligner(parameters, options.symmetrize);
      for (size_t i = next++; i < blocks.size(); i = next++)
        blocks[i] = align_block(pairs, begin + i, aligner);
    });
    for (const std::string& block : blocks) write(block);
  }
}

}  // namespace dragoman
