#include "translate_any_document.h"

/// libFuzzer calls this with input after input.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  dragoman::translate_any_document(data, size);
  return 0;
}
