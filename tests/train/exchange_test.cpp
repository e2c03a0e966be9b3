#include "train/exchange.h"

#include <atomic>
#include <functional>
#include <stdexcept>
#include <thread>

#include "catch.h"
#include "guarded_device.h"
#include "model_folder/other_process_failed.h"
#include "several_processes.h"

using namespace dragoman;

namespace {

void require(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error("wrong: " + what);
}

/// What rank `from` sends to rank `to`: of any length, also none.
std::string text_between(int from, int to) {
  const int length = (from * 7 + to * 3) % 5 * (from + 1) * 1000;
  return std::string(static_cast<size_t>(length), static_cast<char>('a' + from * 4 + to));
}

/// Returns the text's own memory.
torch::Tensor tensor_of(std::string& text) {
  return torch::from_blob(text.data(), {std::ssize(text)}, torch::kByte);
}

/// A row or column of text_between(), and its lengths.
struct Texts {
  std::string all;
  std::vector<int64_t> sizes;
};

Texts gather_texts(int size, const std::function<std::string(int)>& text_of) {
  Texts texts;
  for (int r = 0; r < size; ++r) {
    const std::string text = text_of(r);
    texts.all += text;
    texts.sizes.push_back(static_cast<int64_t>(text.size()));
  }
  return texts;
}

void try_all_to_all(Exchange& exchange) {
  const int own = exchange.rank();
  Texts sent = gather_texts(exchange.size(), [&](int r) { return text_between(own, r); });
  const Texts wanted = gather_texts(exchange.size(), [&](int r) { return text_between(r, own); });
  std::string received(wanted.all.size(), '?');
  const int64_t before = exchange.traffic().bytes;
  exchange.all_to_all(tensor_of(sent.all), sent.sizes, tensor_of(received), wanted.sizes);
  require(received == wanted.all, "all_to_all");
  const int64_t to_itself = sent.sizes[static_cast<size_t>(own)];
  require(exchange.traffic().bytes - before == std::ssize(sent.all) - to_itself,
          "bytes of all_to_all");
}

/// All ranges, of which only those that `has` names are filled.
std::string filled(const Texts& texts, const std::function<bool(int)>& has) {
  std::string text;
  for (size_t r = 0; r < texts.sizes.size(); ++r) {
    const std::string range = texts.all.substr(text.size(), static_cast<size_t>(texts.sizes[r]));
    text += has(static_cast<int>(r)) ? range : std::string(range.size(), '?');
  }
  return text;
}

void try_gathers(Exchange& exchange) {
  const int own = exchange.rank();
  const auto is_own = [&](int r) { return r == own; };
  const Texts whole = gather_texts(exchange.size(), [](int r) { return text_between(r, r + 1); });
  std::string text = filled(whole, is_own);
  const int64_t before = exchange.traffic().bytes;
  exchange.all_gather_in_place({{tensor_of(text), whole.sizes}});
  require(text == whole.all, "all_gather_in_place");
  require(exchange.traffic().bytes - before ==
              (exchange.size() - 1) * whole.sizes[static_cast<size_t>(own)],
          "bytes of all_gather_in_place");
  text = filled(whole, is_own);
  exchange.gather_at_first(tensor_of(text), whole.sizes);
  require(text == (own == 0 ? whole.all : filled(whole, is_own)), "gather_at_first");
  text = own == 0 ? whole.all : filled(whole, [](int) { return false; });
  exchange.scatter_from_first(tensor_of(text), whole.sizes);
  require(text == (own == 0 ? whole.all : filled(whole, is_own)), "scatter_from_first");
}

void try_strings(Exchange& exchange) {
  const int own = exchange.rank();
  for (const size_t length : {size_t{0}, size_t{1}, size_t{100001}}) {
    const std::string text(length, 'x');
    require(exchange.broadcast(own == 0 ? text : "other") == text, "broadcast");
  }
  std::vector<std::string> wanted;
  for (int r = 0; r < exchange.size(); ++r)
    wanted.emplace_back(static_cast<size_t>(r) * 500, static_cast<char>('0' + r));
  require(exchange.all_gather(wanted[static_cast<size_t>(own)]) == wanted, "all_gather");
  std::vector<std::vector<double>> numbers;
  for (int r = 0; r < exchange.size(); ++r) numbers.emplace_back(static_cast<size_t>(r), r / 3.0);
  require(exchange.all_gather_numbers(numbers[static_cast<size_t>(own)]) == numbers,
          "all_gather_numbers");
  require(exchange.greatest(own % 2 == 0 ? own : -own) == (exchange.size() - 1) / 2 * 2,
          "greatest");
}

/// Exchanges numbers of a type that is wider than a byte, on a device.
void try_tensors(Exchange& exchange, const torch::Device& device) {
  const int64_t size = exchange.size(), own = exchange.rank();
  const auto numbers = torch::TensorOptions(torch::kBFloat16).device(device);
  // Process p sends p + 1 numbers 10 p + r to each process r.
  torch::Tensor sent = torch::arange(size, numbers).add(10 * own).repeat_interleave(own + 1);
  std::vector<int64_t> sizes;
  std::vector<torch::Tensor> wanted;
  for (int64_t r = 0; r < size; ++r) {
    sizes.push_back(r + 1);
    wanted.push_back(torch::full({r + 1}, 10 * r + own, torch::kBFloat16));
  }
  const std::vector<int64_t> sent_sizes(static_cast<size_t>(size), own + 1);
  const torch::Tensor received = torch::zeros({size * (size + 1) / 2}, numbers);
  exchange.all_to_all(sent, sent_sizes, received, sizes);
  require(torch::equal(received.cpu(), torch::cat(wanted)), "all_to_all of numbers");
  for (int64_t r = 0; r < size; ++r) wanted[static_cast<size_t>(r)].fill_(r);
  const torch::Tensor all = torch::zeros_like(received);
  all.narrow(0, own * (own + 1) / 2, own + 1).fill_(own);
  exchange.all_gather_in_place({{all, sizes}});
  require(torch::equal(all.cpu(), torch::cat(wanted)), "all_gather_in_place of numbers");
}

}  // namespace

TEST_CASE("every call brings each process what the others gave, in ranges of any size") {
  const int size = GENERATE(1, 2, 3, 4);
  if (size > 1 && !has_c10d()) return;
  CAPTURE(size);
  run_well(size, [](Exchange& exchange) {
    try_all_to_all(exchange);
    try_gathers(exchange);
    try_strings(exchange);
    try_tensors(exchange, torch::kCPU);
    try_tensors(exchange, guarded_device());
    try_all_to_all(exchange);
  });
}

TEST_CASE("sizes that do not fit the tensor are refused") {
  SoloExchange exchange;
  std::string text(5, 'x');
  const auto gather = [&](std::vector<int64_t> sizes) {
    exchange.all_gather_in_place({{tensor_of(text), sizes}});
  };
  gather({5});
  CHECK_THROWS_AS(gather({4}), std::invalid_argument);
  CHECK_THROWS_AS(gather({5, 0}), std::invalid_argument);
  CHECK_THROWS_AS(gather({}), std::invalid_argument);
}

TEST_CASE("a process that leaves says why to the others") {
  if (!has_c10d()) return;
  const int leaving = GENERATE(0, 2);
  std::atomic<int> num_told = 0;
  const auto errors = run_processes(make_places(3), [&](Exchange& exchange) {
    if (exchange.rank() == leaving) return exchange.leave("disk full\nmore");
    try {
      exchange.all_gather("here");
    } catch (const OtherProcessFailed&) {
      ++num_told;
      throw;
    }
  });
  CHECK(num_told == 2);
  for (int r = 0; r < 3; ++r) {
    if (r == leaving) continue;
    CHECK_THAT(errors[static_cast<size_t>(r)],
               ContainsSubstring("process " + std::to_string(leaving) + " (") &&
                   ContainsSubstring("ended: disk full; start all processes again"));
  }
}

TEST_CASE("a process that is gone is named by all others") {
  if (!has_c10d()) return;
  const auto errors = run_processes(make_places(3), [](Exchange& exchange) {
    if (exchange.rank() != 1) exchange.all_gather("here");
  });
  for (const size_t r : {size_t{0}, size_t{2}})
    CHECK_THAT(errors[r], ContainsSubstring(": process 1 (") && ContainsSubstring("is gone ("));
}

TEST_CASE("a process that does not answer is named when the time is over") {
  if (!has_c10d()) return;
  std::atomic<int> num_failed = 0;
  const auto errors =
      run_processes(make_places(3),
                    [&](Exchange& exchange) {
                      while (exchange.rank() == 1 && num_failed < 2) std::this_thread::yield();
                      try {
                        if (exchange.rank() != 1) exchange.all_gather("here");
                      } catch (const std::exception&) {
                        ++num_failed;
                        throw;
                      }
                    },
                    {.to_join = Milliseconds(60000), .to_answer = Milliseconds(800)});
  for (const size_t r : {size_t{0}, size_t{2}}) {
    CHECK_THAT(errors[r], ContainsSubstring(": process 1 (") &&
                              ContainsSubstring("did not answer within 0.8 seconds; if it was "
                                                "still at work, raise train.exchange_timeout; "));
  }
}

TEST_CASE("processes whose calls differ are told") {
  if (!has_c10d()) return;
  const auto errors = run_processes(make_places(2), [](Exchange& exchange) {
    std::string text(exchange.rank() == 0 ? 10 : 12, 'x');
    exchange.all_gather_in_place({{tensor_of(text), {4, std::ssize(text) - 4}}});
  });
  CHECK_THAT(errors[0], ContainsSubstring("process 1 (") && ContainsSubstring("sends 8 bytes"));
}
