#ifndef DRAGOMAN_GLOO_NAMES_H
#define DRAGOMAN_GLOO_NAMES_H

#include <chrono>
#include <memory>
#include <string>
#include <vector>

// The declarations of Gloo that c10d/ProcessGroupGloo.hpp needs, under the names of the headers
// that it includes. LibTorch contains Gloo itself, but its wheels lack these headers, and a
// distribution's headers are of another version. Dragoman only calls c10d: it makes no objects of
// these classes and calls none of their functions, so their real contents do not matter.
namespace gloo {

class Context {
 public:
  void setTimeout(std::chrono::milliseconds timeout);
};

namespace rendezvous {

class Store {
 public:
  virtual ~Store() = default;
  virtual void set(const std::string& key, const std::vector<char>& data) = 0;
  virtual std::vector<char> get(const std::string& key) = 0;
  virtual void wait(const std::vector<std::string>& keys) = 0;
  virtual void wait(const std::vector<std::string>& keys,
                    const std::chrono::milliseconds& timeout) = 0;
};

}  // namespace rendezvous

namespace transport {

class Device;
class UnboundBuffer;

}  // namespace transport
}  // namespace gloo

#endif
