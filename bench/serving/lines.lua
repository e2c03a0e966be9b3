-- wrk -s lines.lua URL -- FILE
--
-- Posts the lines of FILE, each as a request's body, one after the other. Prints a line of JSON with the results:
-- target tokens as counted by the responses; `changed` counts responses that differ from an earlier one to the
-- same text.

wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  requests, last = {}, 0
  answered, tokens, refused, changed, translations = 0, 0, 0, 0, {}
  for body in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format(nil, nil, nil, body)
  end
end

function request()
  last = last % #requests + 1
  return requests[last]
end

function response(status, headers, body)
  if status ~= 200 then
    refused = refused + 1
    return
  end
  answered = answered + 1
  tokens = tokens + tonumber(body:match('"target_tokens":%s*(%d+)') or 0)
  local source = body:match('"source":%s*(".-[^\\]")')
  if source then
    local text = body:match('"text":%s*(".-[^\\]")')
    if translations[source] and translations[source] ~= text then
      changed = changed + 1
    end
    translations[source] = text
  end
end

local function sum(name)
  local total = 0
  for _, thread in ipairs(threads) do
    total = total + thread:get(name)
  end
  return total
end

function done(summary, latency)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format(
    '{"seconds": %.6f, "requests": %d, "tokens": %d, "refused": %d, "broken": %d, "changed": %d',
    summary.duration / 1e6, sum("answered"), sum("tokens"), sum("refused"), broken, sum("changed")))
  for _, share in ipairs({50, 95, 99}) do
    io.write(string.format(', "p%d_ms": %.3f', share, latency:percentile(share) / 1e3))
  end
  io.write("}\n")
end
