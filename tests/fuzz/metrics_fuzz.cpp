#include "score_anything.h"

/// libFuzzer calls this with input after input.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  dragoman::score_anything(data, size);
  return 0;
}
