#pragma once

// clang-format off
#include <utility>  // which awaitable.hpp of Boost 1.74 needs, and does not include
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
// clang-format on

namespace dragoman {

template <class Result>
using Awaitable = boost::asio::awaitable<Result>;
using ErrorCode = boost::system::error_code;

/// Completion token for co_await: stores the error in `error` instead of throwing.
inline auto into(ErrorCode& error) {
  return boost::asio::redirect_error(boost::asio::use_awaitable, error);
}

}  // namespace dragoman
