#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Uses the C interface with two model folders. NULL, or the condition that did not hold. */
const char* use_from_c(const char* translator_run, const char* language_model_run);

#ifdef __cplusplus
}
#endif
