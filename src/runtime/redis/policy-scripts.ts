/** Milliseconds for which a counter outlives its window, because the clocks of processes differ. */
const MARGIN = 60_000;

/**
 * Reserves all charges of a mint and its lease, or none of them.
 *
 * KEYS: the counters, the leases of the holder, the mint. ARGV: the time; maximum (0: no lease), end and id of the lease;
 * amount, maximum and end of each counter. Returns when a lease ends that is missing, or false, and the indexes of the
 * counters that are exceeded, from 0.
 */
export const TAKE = `
local count = #KEYS - 2
local leases, mint = KEYS[count + 1], KEYS[count + 2]
local now, max = tonumber(ARGV[1]), tonumber(ARGV[2])
local reply = { false }
if max > 0 then
  redis.call('ZREMRANGEBYSCORE', leases, '-inf', now)
  local running = redis.call('ZCARD', leases)
  if running >= max then
    local place = running - max
    reply[1] = redis.call('ZRANGE', leases, place, place, 'WITHSCORES')[2]
  end
end
for index = 1, count do
  local used = tonumber(redis.call('GET', KEYS[index]) or '0')
  if used + tonumber(ARGV[3 * index + 2]) > tonumber(ARGV[3 * index + 3]) then
    reply[#reply + 1] = index - 1
  end
end
if reply[1] or #reply > 1 then return reply end
for index = 1, count do
  redis.call('INCRBY', KEYS[index], ARGV[3 * index + 2])
  redis.call('PEXPIREAT', KEYS[index], string.format('%.0f', tonumber(ARGV[3 * index + 4]) + ${MARGIN}))
end
if max > 0 then
  redis.call('ZADD', leases, ARGV[3], ARGV[4])
  local last = redis.call('ZRANGE', leases, -1, -1, 'WITHSCORES')[2]
  redis.call('PEXPIREAT', leases, string.format('%.0f', tonumber(last) + ${MARGIN}))
  redis.call('SET', mint, leases, 'PXAT', string.format('%.0f', tonumber(ARGV[3]) + ${MARGIN}))
end
return reply
`;

/** Releases charges. KEYS: the counters. ARGV: their amounts. An expired counter is not created again. */
export const GIVE_BACK = `
for index, key in ipairs(KEYS) do
  if redis.call('EXISTS', key) == 1 and redis.call('DECRBY', key, ARGV[index]) < 0 then
    redis.call('SET', key, 0, 'KEEPTTL')
  end
end
return {}
`;

/** Ends leases. KEYS: the mints. ARGV: their ids. */
export const RELEASE = `
for index, key in ipairs(KEYS) do
  local leases = redis.call('GET', key)
  if leases then
    redis.call('ZREM', leases, ARGV[index])
    redis.call('DEL', key)
  end
end
return {}
`;

/** Returns the counters, and when the leases that run end. KEYS: the counters, the leases. ARGV: the time. */
export const READ = `
local reply = {}
for index = 1, #KEYS - 1 do reply[index] = tonumber(redis.call('GET', KEYS[index]) or '0') end
local leases = redis.call('ZRANGE', KEYS[#KEYS], '(' .. ARGV[1], '+inf', 'BYSCORE', 'WITHSCORES')
for index = 2, #leases, 2 do reply[#reply + 1] = leases[index] end
return reply
`;

/** Deletes counters and leases. KEYS: all of them. */
export const RESET = `
for _, key in ipairs(KEYS) do redis.call('DEL', key) end
return {}
`;
