// Compiles the sources of Boost.Asio and Beast, which are in their headers, once.
#include <utility>  // their awaitable.hpp needs it, and does not include it
// Keep <utility> above these.
#include <boost/asio/impl/src.hpp>
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>
