#include "train/meeting_point.h"

#ifdef DRAGOMAN_WITH_C10D
#include <unistd.h>

#include <algorithm>
#include <random>
#include <sstream>
#include <stdexcept>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <utility>

#include "io/host_name.h"
#include "train/network.h"
#include "train/pauses.h"
#include "train/store.h"
#include "train/wait_report.h"

namespace dragoman {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kTimeForReaders{1000};  // to read why a process was refused

// Keys of the store.
constexpr char kJob[] = "job";
constexpr char kRefusal[] = "refusal";
constexpr char kFailure[] = "failure";
constexpr char kReaders[] = "readers";
constexpr char kAccepted[] = "accepted ";  // before what a process stored about itself

// The number of generations of keys in torchrun's store.
constexpr char kGenerations[] = "dragoman generations";

std::string key_of(int rank) { return "process " + std::to_string(rank); }

}  // namespace

std::string process_of(const ProcessPlace& place) {
  return "process " + std::to_string(place.rank) + " of " + std::to_string(place.size);
}

std::string meeting_address(const ProcessPlace& place) {
  return place.address + ":" + std::to_string(place.port);
}

std::string seconds_as_text(milliseconds time) {
  std::ostringstream text;
  text << static_cast<double>(time.count()) / 1000 << " seconds";
  return text.str();
}

MeetingPoint::MeetingPoint(const ProcessPlace& place, const JoinOptions& options)
    : place_(place),
      options_(options),
      until_(Clock::now() + options.to_join),
      all_keys_(open_store(place, options)),
      generation_(place.attempt),
      own_(host_name() + ", pid " + std::to_string(::getpid())) {}

std::string MeetingPoint::name_of(int rank) const {
  const std::string name = key_of(rank);
  if (members_.empty()) return rank == place_.rank ? name + " (" + own_ + ")" : name;
  return name + " (" + members_[static_cast<size_t>(rank)] + ")";
}

void MeetingPoint::refuse(const std::string& reason) {
  store_->set(kRefusal, reason);
  end_with(reason);
}

std::string MeetingPoint::job() const {
  return std::to_string(place_.size) + "\n" + place_.job + "\n";
}

/// Compares the job and the number of processes with those of process 0.
void MeetingPoint::check_job() {
  const std::string first = store_->get_to_str(kJob);
  if (first.starts_with(job())) return;
  const size_t end_of_size = first.find('\n');
  const size_t end_of_job = first.find('\n', end_of_size + 1);
  const std::string who = first.substr(end_of_job + 1);
  if (first.substr(end_of_size + 1, end_of_job - end_of_size - 1) != place_.job) {
    throw std::runtime_error(name_of(place_.rank) + " came to " + meeting_address(place_) +
                             ", where another job with " + who +
                             " meets: set another MASTER_PORT for one of them");
  }
  refuse(name_of(place_.rank) + " was told of " + std::to_string(place_.size) +
         " processes (WORLD_SIZE) and " + who + " of " + first.substr(0, end_of_size) +
         ": start all with the same number");
}

void MeetingPoint::come() {
  const std::string mine = own_ + "\n" + address_towards(place_.address) + "\n" +
                           std::to_string(std::random_device()());  // differs for each process
  own_key_ = kAccepted + mine;
  if (place_.agent_has_store) return store_->set(key_of(place_.rank), mine);
  const std::string there = store_->compareSet(key_of(place_.rank), "", mine);
  if (there == mine) return;
  throw std::runtime_error("process " + std::to_string(place_.rank) + " is at " +
                           meeting_address(place_) + " already (" +
                           there.substr(0, there.find('\n')) + "), and came again (" + own_ +
                           "): give each its own RANK, and each job its own MASTER_PORT");
}

void MeetingPoint::throw_if_refused() {
  if (place_.agent_has_store) return;  // the refusal may be one of an earlier start
  if (store_->check({kRefusal})) end_with(store_->get_to_str(kRefusal));
}

/// Throws the reason of a refusal, after the others have read it.
void MeetingPoint::end_with(const std::string& reason) {
  count_as_reader();
  wait_for_readers(kTimeForReaders);
  throw std::runtime_error(reason);
}

std::vector<int> MeetingPoint::missing_ranks() {
  std::vector<int> missing;
  for (int r = 0; r < place_.size; ++r)
    if (!store_->check({key_of(r)})) missing.push_back(r);
  return missing;
}

std::string MeetingPoint::missing_processes() {
  constexpr size_t kMaxNamed = 8;
  const std::vector<int> missing = missing_ranks();
  if (missing.empty()) return "process 0";  // it came, but in an earlier generation
  std::string names = missing.size() == 1 ? "process " : "processes ";
  for (size_t i = 0; i < std::min(missing.size(), kMaxNamed); ++i)
    names += (i == 0 ? "" : ", ") + std::to_string(missing[i]);
  if (missing.size() <= kMaxNamed) return names;
  return names + " and " + std::to_string(missing.size() - kMaxNamed) + " others";
}

bool MeetingPoint::wait_for(const std::vector<std::string>& keys) {
  WaitReport report(options_);
  Pauses pauses;
  while (!store_->check(keys)) {
    throw_if_refused();
    if (newest_generation() != generation_) return false;
    if (Clock::now() >= until_) {
      refuse(missing_processes() + " of " + std::to_string(place_.size) + " did not come to " +
             meeting_address(place_) + " within " + seconds_as_text(options_.to_join) +
             ": look at what they say, and start all processes again");
    }
    if (place_.rank == 0 || !store_->check({kJob})) {  // process 0 reports for all
      report.write_if_due([&] {
        return "waiting at " + meeting_address(place_) + " for " + missing_processes() + " of " +
               std::to_string(place_.size);
      });
    }
    pauses.sleep();
  }
  return true;
}

/// torchrun's store outlives the processes, and its agents may count restarts differently. So
/// process 0 begins a new generation of keys, and the others look for the newest.
int64_t MeetingPoint::newest_generation() {
  return place_.agent_has_store && place_.rank > 0 ? all_keys_->add(kGenerations, 0) : generation_;
}

/// Returns false if there is a newer generation. One that a former process 0 began may have all
/// keys, but accepts nobody anew.
bool MeetingPoint::meet_in_generation(const std::vector<std::string>& keys) {
  if (place_.rank == 0) {
    come();
    store_->set(kJob, job() + name_of(0));
    wait_for(keys);
    for (const std::string& key : keys) store_->set(kAccepted + store_->get_to_str(key), "");
    return true;
  }
  if (!wait_for({kJob})) return false;
  if (!place_.agent_has_store) check_job();
  come();
  return wait_for({own_key_});
}

void MeetingPoint::meet() {
  std::vector<std::string> keys;
  for (int r = 0; r < place_.size; ++r) keys.push_back(key_of(r));
  if (place_.agent_has_store && place_.rank == 0) generation_ = all_keys_->add(kGenerations, 1);
  do {
    generation_ = newest_generation();
    store_ = c10::make_intrusive<c10d::PrefixStore>("dragoman " + std::to_string(generation_),
                                                    all_keys_);
  } while (!meet_in_generation(keys));
  for (const std::string& key : keys) {
    std::istringstream member(store_->get_to_str(key));
    std::getline(member, members_.emplace_back());
    std::getline(member, addresses_.emplace_back());
  }
}

/// On the machine of process 0, the machine's name may resolve to a loopback address (127.0.1.1 on
/// Debian). The others reach it at its address towards one of them.
std::string MeetingPoint::own_address() const {
  const std::string& own = addresses_[static_cast<size_t>(place_.rank)];
  const auto elsewhere = std::find_if_not(addresses_.begin(), addresses_.end(), is_loopback);
  return is_loopback(own) && elsewhere != addresses_.end() ? address_towards(*elsewhere) : own;
}

void MeetingPoint::count_as_reader() {
  if (!std::exchange(has_read_, true)) store_->add(kReaders, 1);
}

std::string MeetingPoint::note_failure(const std::string& reason) {
  const std::string first = store_->compareSet(kFailure, "", reason);
  count_as_reader();
  return first;
}

std::string MeetingPoint::failure_within(milliseconds time) {
  const auto until = Clock::now() + time;
  for (Pauses pauses; !store_->check({kFailure}); pauses.sleep())
    if (Clock::now() >= until) return "";
  const std::string reason = store_->get_to_str(kFailure);
  count_as_reader();
  return reason;
}

/// Who has not come in time will not read.
bool MeetingPoint::all_have_read() {
  const int64_t awaited =
      Clock::now() < until_ ? place_.size : place_.size - std::ssize(missing_ranks());
  return store_->add(kReaders, 0) >= awaited;
}

void MeetingPoint::wait_for_readers(milliseconds time) {
  if (place_.rank != 0 || place_.agent_has_store) return;
  const auto until = Clock::now() + time;
  for (Pauses pauses; Clock::now() < until && !all_have_read();) pauses.sleep();
}

}  // namespace dragoman

#endif
