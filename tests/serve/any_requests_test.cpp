#include <random>
#include <string>

#include "catch.h"
#include "read_any_requests.h"

namespace {

/// Pieces of requests, good and bad, in any order.
std::string random_bytes(std::mt19937& random) {
  static const std::string kParts[] = {"GET / HTTP/1.1\r\n",
                                       "POST /a?b=%20 HTTP/1.1\r\n",
                                       "HEAD * HTTP/1.0\r\n",
                                       "Host: a\r\n",
                                       "Content-Length: 3\r\n",
                                       "Content-Length: 1, 1\r\n",
                                       "Transfer-Encoding: chunked\r\n",
                                       "Expect: 100-continue\r\n",
                                       "Connection: close\r\n",
                                       "A:\tb\r\n",
                                       " c\r\n",
                                       "\r\n",
                                       "\r\n",
                                       "\n",
                                       "\r",
                                       "abc",
                                       "2\r\nhi\r\n",
                                       "3;x=\"y\"\r\n",
                                       "0\r\n\r\n",
                                       "0\r\nT: a\r\n\r\n",
                                       "fffffffffffffffff\r\n",
                                       "0x1\r\n",
                                       std::string(1, '\0'),
                                       "\x80",
                                       ":",
                                       " "};
  std::string bytes(1, static_cast<char>(random()));
  const size_t count = random() % 16;
  for (size_t i = 0; i < count; ++i) {
    if (random() % 3 == 0) bytes += "POST /a HTTP/1.1\r\nHost: a\r\n";
    bytes += kParts[random() % std::size(kParts)];
  }
  return bytes;
}

}  // namespace

TEST_CASE("Any bytes are read as the same requests, however they are cut") {
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    const std::string bytes = random_bytes(random);
    dragoman::read_any_requests(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  }
}
