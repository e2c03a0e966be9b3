#include "train/c10d_exchange.h"

#ifdef DRAGOMAN_WITH_C10D
#include <torch/utils.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "model_folder/other_process_failed.h"
#include "train/deadline.h"
#include "train/gloo_group.h"
#include "train/nccl_group.h"

namespace dragoman {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kTimeForNotes{3000};  // to read and write the reason of a failure

/// Precedes each message, so that processes detect calls that differ.
struct Heading {
  int64_t call;    // number of earlier calls
  int64_t length;  // of the message, in bytes

  /// Returns its own memory.
  torch::Tensor bytes() { return torch::from_blob(this, {sizeof(Heading)}, torch::kByte); }
};

/// A failed transfer: which process failed, and how.
struct FailedTransfer {
  int rank;
  std::string what_it_did;
  bool is_gone = false;
};

FailedTransfer gone(int rank, const std::exception& error) {
  return {rank, "is gone (" + first_sentence(error) + ")", /*is_gone=*/true};
}

/// True if Gloo's error is that nothing came in time, false if a connection is broken.
bool is_timeout(const std::exception& error) {
  return std::string_view(error.what()).find("Timed out waiting") != std::string_view::npos;
}

class C10dExchange : public Exchange {
 public:
  C10dExchange(const ProcessPlace& place, milliseconds to_join,
               std::shared_ptr<MeetingPoint> meeting, ProcessGroup group)
      : place_(place), to_join_(to_join), meeting_(std::move(meeting)), group_(std::move(group)) {}

  /// Ends joining: from now on calls have this limit, train.exchange_timeout.
  void end_joining(milliseconds time) {
    time_ = time;
    advice_ = "; if it was still at work, raise train.exchange_timeout";
  }
  int rank() const override { return place_.rank; }
  int size() const override { return place_.size; }
  bool connect_devices(const torch::Device& device) override;
  void leave(const std::string& reason) noexcept override;

 private:
  /// A transfer in progress to or from another process.
  struct Pending {
    int rank;
    c10::intrusive_ptr<c10d::Work> work;  // null if there is nothing to transfer
  };

  void transfer(const char* what, const std::vector<Message>& sent,
                const std::vector<Message>& received, const Arrived& arrived) override;
  bool reaches(const torch::Device& device) const override { return device.is_cpu() || gpus_; }
  void try_to_transfer(const std::vector<Message>& sent, const std::vector<Message>& received,
                       const Arrived& arrived);
  template <class Start>
  static Pending start(const Message& message, const Start& post);
  Pending send(const Message& message);
  Pending receive(const Message& message);
  void wait_for(const Pending& pending);
  void transfer_by_gpus(const std::vector<Message>& sent, const std::vector<Message>& received,
                        const Arrived& arrived);
  std::string cause_of(const std::string& seen, bool is_gone) const;

  ProcessPlace place_;
  milliseconds to_join_;          // limit of connections
  milliseconds time_ = to_join_;  // limit of a call
  std::string advice_;            // of an error about one that does not answer
  std::shared_ptr<MeetingPoint> meeting_;
  ProcessGroup group_;              // null once this process has left
  std::shared_ptr<GpuGroup> gpus_;  // null unless connect_devices() connected them
  int64_t num_calls_ = 0;
  Clock::time_point until_;  // deadline for the next message
};

template <class Start>
C10dExchange::Pending C10dExchange::start(const Message& message, const Start& post) {
  if (message.bytes.numel() == 0) return {message.rank, {}};
  try {
    std::vector<torch::Tensor> tensors = {message.bytes};
    return {message.rank, post(tensors)};
  } catch (const std::exception& error) {
    throw gone(message.rank, error);
  }
}

C10dExchange::Pending C10dExchange::send(const Message& message) {
  return start(message, [&](auto& bytes) { return group_->send(bytes, message.rank, /*tag=*/0); });
}

C10dExchange::Pending C10dExchange::receive(const Message& message) {
  return start(message, [&](auto& bytes) { return group_->recv(bytes, message.rank, /*tag=*/0); });
}

/// Blames no other process for a pause of this one, after which messages are late and connections
/// closed.
void C10dExchange::wait_for(const Pending& pending) {
  constexpr milliseconds kPause{1000};  // a wait that ends so late was interrupted
  if (!pending.work) return;
  const auto now = Clock::now();
  const auto left = std::max(std::chrono::duration_cast<milliseconds>(until_ - now),
                             milliseconds(1));  // 0 would wait forever
  try {
    pending.work->wait(left);
  } catch (const std::exception& error) {
    if (!is_timeout(error)) throw gone(pending.rank, error);
    if (Clock::now() > now + left + kPause) throw FailedTransfer{rank(), "was paused for too long"};
    throw FailedTransfer{pending.rank, "did not answer within " + seconds_as_text(time_) + advice_};
  }
}

/// Checks headings first: in Gloo, a message longer than its buffer would end the process, and a
/// shorter one would go unnoticed. Posts receives before sends: Gloo's notice of a receive would
/// queue behind sent messages, and leave one direction of the connection idle.
void C10dExchange::try_to_transfer(const std::vector<Message>& sent,
                                   const std::vector<Message>& received, const Arrived& arrived) {
  std::vector<Heading> own;
  for (const Message& message : sent) own.push_back({num_calls_, message.bytes.numel()});
  std::vector<Heading> theirs(received.size());
  std::vector<Pending> headings, incoming, outgoing;
  for (size_t i = 0; i < received.size(); ++i)
    headings.push_back(receive({received[i].rank, theirs[i].bytes()}));
  for (size_t i = 0; i < sent.size(); ++i) outgoing.push_back(send({sent[i].rank, own[i].bytes()}));
  for (const Pending& heading : headings) wait_for(heading);
  for (size_t i = 0; i < received.size(); ++i) {
    const int64_t length = received[i].bytes.numel();
    if (theirs[i].call == num_calls_ && theirs[i].length == length) continue;
    throw FailedTransfer{received[i].rank, "sends " + std::to_string(theirs[i].length) +
                                               " bytes in call " + std::to_string(theirs[i].call) +
                                               " where " + std::to_string(length) + " in call " +
                                               std::to_string(num_calls_) + " were expected"};
  }
  if (!sent.empty() && !sent.front().bytes.is_cpu()) {
    transfer_by_gpus(sent, received, arrived);
  } else {
    for (const Message& message : received) incoming.push_back(receive(message));
    for (const Message& message : sent) outgoing.push_back(send(message));
  }
  for (size_t i = 0; i < incoming.size(); ++i) {
    wait_for(incoming[i]);
    until_ = Clock::now() + time_;
    arrived(i);
  }
  for (const Pending& message : outgoing) wait_for(message);
}

/// The messages of a tensor, one with each other process, are a group.
void C10dExchange::transfer_by_gpus(const std::vector<Message>& sent,
                                    const std::vector<Message>& received, const Arrived& arrived) {
  try {
    if (gpus_->transfer(sent, received, static_cast<size_t>(size() - 1), time_, arrived)) {
      until_ = Clock::now() + time_;
      return;
    }
  } catch (const std::exception& error) {
    throw FailedTransfer{rank(),
                         "has an error of NCCL (" + first_sentence(error) + "): " + kWithoutNccl,
                         /*is_gone=*/true};
  }
  // NCCL does not say whom it waits for.
  throw FailedTransfer{rank(),
                       "waited " + seconds_as_text(time_) +
                           " in vain for the GPUs of the others: look which process is gone",
                       /*is_gone=*/true};
}

/// Names the GPUs first: NCCL would fail if two processes shared one.
bool C10dExchange::connect_devices(const torch::Device& device) {
  std::vector<std::string> names = all_gather(name_for_nccl(device));
  std::sort(names.begin(), names.end());  // "" comes first
  if (names.front().empty() || std::adjacent_find(names.begin(), names.end()) != names.end())
    return false;
  gpus_ = connect_by_nccl(place_, meeting_, device, to_join_);
  return true;
}

/// Returns the reason of a failure: `seen`, unless another process has noted one. After a closed
/// connection, waits a little: another process may be about to store the reason.
std::string C10dExchange::cause_of(const std::string& seen, bool is_gone) const {
  const milliseconds for_others = is_gone ? kTimeForNotes / 2 : milliseconds(0);
  const auto note = [meeting = meeting_, seen, for_others] {
    const std::string noted = meeting->failure_within(for_others);
    return noted.empty() ? meeting->note_failure(seen) : noted;
  };
  try {
    return result_within<std::string>(kTimeForNotes, note).value_or(seen);
  } catch (const std::exception&) {  // process 0 ended, and its store too
    return seen;
  }
}

void C10dExchange::transfer(const char* what, const std::vector<Message>& sent,
                            const std::vector<Message>& received, const Arrived& arrived) {
  if (!group_) throw std::runtime_error(process_of(place_) + " has left the others");
  until_ = Clock::now() + time_;
  try {
    try_to_transfer(sent, received, arrived);
    ++num_calls_;
  } catch (const FailedTransfer& failed) {
    const std::string seen = meeting_->name_of(failed.rank) + " " + failed.what_it_did;
    const std::string cause = cause_of(seen, failed.is_gone);
    const std::string text = process_of(place_) + " cannot go on with " + what + ": " + cause +
                             "; start all processes again, with --resume";
    if (cause != seen) throw OtherProcessFailed(text);
    throw std::runtime_error(text);
  }
}

void C10dExchange::leave(const std::string& reason) noexcept {
  try {
    const std::string note =
        meeting_->name_of(rank()) + " ended: " + reason.substr(0, reason.find('\n'));
    result_within<std::string>(kTimeForNotes,
                               [meeting = meeting_, note] { return meeting->note_failure(note); });
    result_within<bool>(kTimeForNotes, [gpus = std::exchange(gpus_, nullptr)]() mutable {
      gpus.reset();
      return true;
    });
    group_.reset();  // the others notice, and read the reason
    result_within<bool>(kTimeForNotes, [meeting = meeting_] {
      meeting->wait_for_readers(kTimeForNotes / 2);
      return true;
    });
  } catch (const std::exception&) {  // process 0 ended, and its store too, as the others see
  }
}

struct Joined {
  std::shared_ptr<MeetingPoint> meeting;
  ProcessGroup group;
};

Joined join(const ProcessPlace& place, const JoinOptions& options) {
  check_interfaces(place);
  const auto until = Clock::now() + options.to_join;
  auto meeting = std::make_shared<MeetingPoint>(place, options);
  meeting->meet();
  const auto left = std::chrono::duration_cast<milliseconds>(until - Clock::now());
  try {
    return {meeting, connect_by_gloo(place, meeting, std::max(left, milliseconds(1000)))};
  } catch (const std::runtime_error& error) {
    meeting->note_failure(meeting->name_of(place.rank) + " ended: " + error.what());
    meeting->wait_for_readers(kTimeForNotes / 2);
    throw;
  }
}

/// Returns after all processes are connected: until then they need the store of process 0.
std::unique_ptr<Exchange> make_exchange(const ProcessPlace& place, const JoinOptions& options,
                                        Joined joined) {
  auto exchange = std::make_unique<C10dExchange>(place, options.to_join, std::move(joined.meeting),
                                                 std::move(joined.group));
  exchange->all_gather("");
  exchange->end_joining(options.to_answer);
  return exchange;
}

}  // namespace

std::unique_ptr<Exchange> join_by_c10d(const ProcessPlace& place, const JoinOptions& options) {
  constexpr milliseconds kForConnections{2000};
  keep_c10d_quiet();
  const std::string at = meeting_address(place);
  try {
    auto joined = result_within<Joined>(options.to_join + kForConnections,
                                        [place, options] { return join(place, options); });
    if (joined) return make_exchange(place, options, std::move(*joined));
  } catch (const c10::Error& error) {
    throw std::runtime_error(process_of(place) + " lost the connection to process 0 at " + at +
                             " (" + error.what_without_backtrace() +
                             "): look at what process 0 says");
  }
  throw std::runtime_error(process_of(place) + " had no answer from process 0 at " + at +
                           " within " + seconds_as_text(options.to_join));
}

}  // namespace dragoman

#endif
