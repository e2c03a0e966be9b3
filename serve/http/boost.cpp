// What Boost.Asio and Beast have in their headers, compiled once.
#include "serve/http/asio.h"
// asio.h comes first.
#include <boost/asio/impl/src.hpp>
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>
