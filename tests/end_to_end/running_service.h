#pragma once

#include <string>

#include "program.h"

namespace dragoman {

/// Runs bash commands while a service of `arguments` runs: $url is its address, $port its port,
/// $pid its process, $log its log; `ask` is curl that fails where the status is an error's.
/// Afterwards the service is ended by SIGTERM, unless the commands set `ended`. The status is that
/// of the commands, or if that is 0, the service's; stderr is the log.
inline Outcome with_service(const std::string& arguments, const std::string& commands) {
  const TemporaryFolder folder;
  return run_bash("log=" + quoted(folder / "log") + "\n\"$dragoman\" serve " + arguments +
                  R"( --port 0 2>$log & pid=$!
ask() { command curl --silent --show-error --fail-with-body --max-time 60 "$@"; }
for i in {1..1200}; do
  port=$(sed -n 's/.*listening on http:..127.0.0.1:\([0-9]*\).*/\1/p' $log)
  if [ "$port" ] || ! kill -0 $pid; then break; fi
  sleep 0.05
done
url=http://127.0.0.1:$port
)" + commands + R"(
status=$?
[ "$ended" ] || kill -TERM $pid
wait $pid
service_status=$?
cat $log >&2
[ $status = 0 ] && exit $service_status
exit $status)");
}

}  // namespace dragoman
