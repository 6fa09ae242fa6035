import { VERSION_LENGTH } from '../../policy/limits.ts';

/** Milliseconds for which something outlives its end, because the clocks of processes differ. */
const MARGIN = 60_000;

/**
 * Replaces an account and changes counters, or does nothing.
 *
 * KEYS: the account, a new mint or the account, the counters. ARGV: the version, the text and the end of the account;
 * amount, maximum and end of each counter. Returns the indexes of the counters that are exceeded, from 0; false if the
 * version is another.
 */
export const COMMIT = `
local account, mint, count = KEYS[1], KEYS[2], #KEYS - 2
local function at(time) return string.format('%.0f', tonumber(time) + ${MARGIN}) end
local text = redis.call('GET', account) or ''
if string.sub(text, 1, ${VERSION_LENGTH}) ~= ARGV[1] then return { false } end
local exceeded = {}
for index = 1, count do
  local amount, max = tonumber(ARGV[3 * index + 1]), tonumber(ARGV[3 * index + 2])
  local used = tonumber(redis.call('GET', KEYS[index + 2]) or '0')
  if amount > 0 and used + amount > max then exceeded[#exceeded + 1] = index - 1 end
end
if #exceeded > 0 then return exceeded end
for index = 1, count do
  local key, amount = KEYS[index + 2], tonumber(ARGV[3 * index + 1])
  if amount > 0 then
    redis.call('INCRBY', key, amount)
    redis.call('PEXPIREAT', key, at(ARGV[3 * index + 3]))
  elseif redis.call('EXISTS', key) == 1 and redis.call('INCRBY', key, amount) < 0 then
    redis.call('SET', key, 0, 'KEEPTTL')
  end
end
if ARGV[2] == '' then redis.call('DEL', account)
else redis.call('SET', account, ARGV[2], 'PXAT', at(ARGV[3])) end
if mint ~= account then redis.call('SET', mint, account, 'PXAT', at(ARGV[3])) end
return exceeded
`;
