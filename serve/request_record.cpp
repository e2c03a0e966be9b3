#include "serve/request_record.h"

namespace dragoman {

RequestRecord& request_record() {
  thread_local RequestRecord record;
  return record;
}

}  // namespace dragoman
