import { VERSION_LENGTH } from '../../policy/limits.ts';

/** Milliseconds for which something outlives its end, because the clocks of processes differ. */
const MARGIN = 60_000;

/**
 * Replaces an account and changes counters, or does nothing.
 *
 * KEYS: the account, a new mint or the account, the counters. ARGV: the version, the text and the end of the account;
 * amount, maximum and end of each counter. Returns nil if it was done; if the version is another, or a counter would be
 * exceeded, the text of the account and the counts.
 */
export const COMMIT = `
local account, mint, count = KEYS[1], KEYS[2], #KEYS - 2
local function at(time) return string.format('%.0f', tonumber(time) + ${MARGIN}) end
local text = redis.call('GET', account) or ''
local found, exceeded = { text }, false
for index = 1, count do
  local amount, max = tonumber(ARGV[3 * index + 1]), tonumber(ARGV[3 * index + 2])
  local used = tonumber(redis.call('GET', KEYS[index + 2]) or '0')
  found[index + 1] = used
  exceeded = exceeded or amount > 0 and used + amount > max
end
if exceeded or string.sub(text, 1, ${VERSION_LENGTH}) ~= ARGV[1] then return found end
for index = 1, count do
  local key, amount = KEYS[index + 2], tonumber(ARGV[3 * index + 1])
  -- Several changes can be of one counter.
  if tonumber(redis.call('GET', key) or '0') + amount <= 0 then redis.call('DEL', key)
  else
    redis.call('INCRBY', key, amount)
    if amount > 0 then redis.call('PEXPIREAT', key, at(ARGV[3 * index + 3])) end
  end
end
if ARGV[2] == '' then redis.call('DEL', account)
else redis.call('SET', account, ARGV[2], 'PXAT', at(ARGV[3])) end
if mint ~= account then redis.call('SET', mint, account, 'PXAT', at(ARGV[3])) end
return nil
`;
