#include "translate_any_markup.h"

/// libFuzzer calls this with input after input.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  dragoman::translate_any_markup(data, size);
  return 0;
}
