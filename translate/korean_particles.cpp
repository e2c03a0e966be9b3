#include "translate/korean_particles.h"

#include <functional>
#include <set>

namespace dragoman {
namespace {

constexpr std::string_view kParticles[] = {
    // cases
    "은", "는", "이", "가", "을", "를", "의", "에", "에서", "에게", "께", "께서", "한테", "로",
    "으로", "와", "과", "랑", "이랑",
    // others, and the plural
    "도", "만", "까지", "부터", "마다", "처럼", "보다", "조차", "마저", "밖에", "나", "이나",
    "라도", "이라도", "든지", "이든지", "들",
    // the copula
    "이다", "입니다", "이며", "이고", "인", "이라", "라", "라는", "라고", "이면", "이지만"};

}  // namespace

std::vector<size_t> ends_of_stems(std::string_view word) {
  std::set<size_t, std::greater<>> ends = {word.size()};
  for (const size_t end : ends) {  // new ones are smaller, so that they have their turn
    const std::string_view stem = word.substr(0, end);
    for (const std::string_view particle : kParticles)
      if (stem.size() > particle.size() && stem.ends_with(particle))
        ends.insert(end - particle.size());
  }
  return {ends.rbegin(), ends.rend()};
}

}  // namespace dragoman
