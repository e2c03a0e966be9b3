#include "read_any_requests.h"

/// libFuzzer calls this with input after input.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  dragoman::read_any_requests(data, size);
  return 0;
}
