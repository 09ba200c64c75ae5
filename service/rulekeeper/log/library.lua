#!lua name=rulekeeper_VERSION
-- All that is done on the server in one step. Keys of a game: log (a stream), head (a hash), ids (a hash).
-- Every read comes before the first write, so that a call that fails has written nothing.

-- What the log says about a command: nil where it is new and the log ends with the caller's head.
local function standing(keys, args)
  local log, head, ids = keys[1], keys[2], keys[3]
  local version, digest, id, fingerprint, most = tonumber(args[1]), args[2], args[3], args[4], tonumber(args[5])

  local kept = redis.call('HGET', ids, id)
  if kept then
    local space = string.find(kept, ' ', 1, true)
    local at = string.sub(kept, 1, space - 1) .. '-0'
    local same = string.sub(kept, space + 1) == fingerprint
    return {same and 'known' or 'reused', redis.call('XRANGE', log, at, at)}
  end

  local last = redis.call('HMGET', head, 'version', 'digest')
  local last_version, last_digest = tonumber(last[1] or 0), last[2] or ''
  if last_version == version and last_digest == digest then
    return nil
  end
  if last_version > version then
    local missing = redis.call('XRANGE', log, args[1] .. '-0', '+', 'COUNT', most + 1)
    if version == 0 then
      missing[most + 1] = nil
      return {'conflict', missing, last[1], last_digest}
    end
    local own = missing[1]
    if own and own[1] == args[1] .. '-0' and own[2][4] == digest then
      table.remove(missing, 1)
      return {'conflict', missing, last[1], last_digest}
    end
  end
  return {'diverged', last[1] or '0', last_digest}
end

-- A word that the running server keeps in memory alone: after a restart, what its files say is to be looked at again.
local life = nil
local LIFE, MARK = 16, 'rulekeeper-'

-- Whether a log is still the one that was sealed, with nothing put to it but by appends. A stream that was made anew has
-- lost its group; one that was cut is shorter. In a stream that was neither, the server lets nobody put anything before
-- its end: XADD refuses, which is told as a fault.
local function intact(log, version, seal)
  return string.sub(seal, 1, LIFE) == life
    and redis.call('XLEN', log) == version
    and not redis.pcall('XPENDING', log, string.sub(seal, LIFE + 1)).err
end

-- KEYS log   ARGV word: the seal of a log, which is put on it where it has none; '' where there is no log.
local function seal(keys, args)
  if redis.call('EXISTS', keys[1]) == 0 then
    return ''
  end
  life = life or args[1]
  for _, group in ipairs(redis.call('XINFO', 'GROUPS', keys[1])) do
    if string.sub(group[2], 1, #MARK) == MARK then
      return life .. group[2]
    end
  end
  redis.call('XGROUP', 'CREATE', keys[1], MARK .. args[1], '$')
  return life .. MARK .. args[1]
end

-- KEYS log head ids   ARGV version digest command_id fingerprint most entry digest_of_entry channel seal
local function append(keys, args)
  local answer = standing(keys, args)
  if answer then
    return answer
  end
  if args[9] ~= '' and not intact(keys[1], tonumber(args[1]), args[9]) then
    return {'touched'}
  end
  local version = string.format('%.0f', tonumber(args[1]) + 1)
  local entry, digest = args[6], args[7]
  redis.call('XADD', keys[1], version .. '-0', 'e', entry, 'd', digest)
  redis.call('HSET', keys[2], 'version', version, 'digest', digest)
  redis.call('HSET', keys[3], args[3], version .. ' ' .. args[4])
  -- The channel only hurries: where it fails, the entry is on record all the same.
  redis.pcall('PUBLISH', args[8], version .. ' ' .. digest .. entry)
  return {'ok'}
end

-- KEYS log head ids   ARGV version digest command_id fingerprint most
local function lookup(keys, args)
  return standing(keys, args) or {'current'}
end

-- KEYS index   ARGV after most: ids and times of games, newest first; nil where `after` is not in the index.
local function games(keys, args)
  local from = 0
  if args[1] ~= '' then
    local rank = redis.call('ZREVRANK', keys[1], args[1])
    if not rank then
      return nil
    end
    from = rank + 1
  end
  return redis.call('ZREVRANGE', keys[1], from, from + tonumber(args[2]) - 1, 'WITHSCORES')
end

redis.register_function('rk_append_VERSION', append)
redis.register_function('rk_seal_VERSION', seal)
redis.register_function{function_name = 'rk_lookup_VERSION', callback = lookup, flags = {'no-writes'}}
redis.register_function{function_name = 'rk_games_VERSION', callback = games, flags = {'no-writes'}}
