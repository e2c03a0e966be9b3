// What Boost.Asio and Beast have in their headers, compiled once.
#include <utility>  // which their awaitable.hpp needs, and does not include
// That comes first.
#include <boost/asio/impl/src.hpp>
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>
