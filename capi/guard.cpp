#include "capi/guard.h"

#include <unistd.h>

#include <filesystem>
#include <new>
#include <stdexcept>
#include <string_view>

#include "io/file_not_found.h"
#include "io/folder.h"
#include "io/utf8.h"
#include "threads/cancellation.h"

namespace dragoman {
namespace {

dragoman_error out_of_memory{DRAGOMAN_FAILED, "out of memory"};  // allocated in advance

/// Keeps the first line of `message`, as the command line does. A path in it may be no UTF-8.
dragoman_error* make_error(dragoman_code code, std::string_view message) noexcept {
  try {
    return new dragoman_error{code, replace_invalid_utf8(message.substr(0, message.find('\n')))};
  } catch (...) {
    return &out_of_memory;
  }
}

}  // namespace

dragoman_error* guarded(const std::function<void()>& work) noexcept {
  try {
    work();
    return nullptr;
  } catch (const Cancelled&) {
    return make_error(DRAGOMAN_CANCELLED, "cancelled");
  } catch (const FileNotFound& error) {
    return make_error(DRAGOMAN_NOT_FOUND, error.what());
  } catch (const std::invalid_argument& error) {
    return make_error(DRAGOMAN_INVALID_ARGUMENT, error.what());
  } catch (const std::bad_alloc&) {
    return &out_of_memory;
  } catch (const std::filesystem::filesystem_error& error) {
    return make_error(DRAGOMAN_FAILED, message_of(error));
  } catch (const std::exception& error) {
    return make_error(DRAGOMAN_FAILED, error.what());
  } catch (...) {
    return make_error(DRAGOMAN_FAILED, "an error of an unknown kind");
  }
}

int Opener::current_process() { return ::getpid(); }

void Opener::check(const char* what) const {
  if (process_ == current_process()) return;
  throw std::runtime_error(std::string(what) +
                           " was opened before this process was made by fork(): open it here");
}

}  // namespace dragoman

dragoman_code dragoman_error_code(const dragoman_error* error) { return error->code; }

const char* dragoman_error_message(const dragoman_error* error) { return error->message.c_str(); }

void dragoman_error_free(dragoman_error* error) {
  if (error != &dragoman::out_of_memory) delete error;
}
