#if Redis
    import FoundationEssentials

    /// The atomic steps of a store, in Lua.
    ///
    /// Times are microseconds of the server's clock. A missing counter starts at the time, so that no number returns after the
    /// server has lost it.
    enum RedisScript: Int, CaseIterable {
        case snapshot, insert, remove, removeURL, removeAll, claim, endClaim
        case value, acquire, extend, commit, release, removeValue
        case take, pause, add
        case addCall, writtenBytes, claimCalls, extendCall, settleCall
        case call, listCalls, summary, retryCall, dropCall, removeDelivered

        static let texts = allCases.map { Data($0.text.utf8) }

        private static let now = """
            local time = redis.call('TIME')
            local now = time[1] * 1000000 + time[2]

            """

        /// Keeps a rate until it is used up, and its counts for an hour after a change.
        private static let keep = """
            local function keep(booked, closed)
                local least = redis.call('HEXISTS', KEYS[1], 'count1') == 1 and 3600000 or 1000
                redis.call('PEXPIRE', KEYS[1], string.format('%.0f',
                    math.max(booked - now, closed - now, 0) / 1000 + least))
            end

            """

        /// The generation of a slot: that of all entries, and the number of the slot's removals.
        private static let generation =
            now + """
                local epoch = redis.call('HGET', KEYS[1], 'all')
                if not epoch then
                    epoch = string.format('%.0f', now)
                    redis.call('HSET', KEYS[1], 'all', epoch)
                end
                local slot = redis.call('HGET', KEYS[1], ARGV[1]) or '0'
                local generation = string.format('%.0f', tonumber(epoch) + tonumber(slot))

                """

        private static let holds = """
            if redis.call('HGET', KEYS[1], 'fence') ~= ARGV[1]
                or redis.call('HEXISTS', KEYS[1], 'end') == 0 then return 0 end

            """

        var text: String {
            switch self {
            // The entries of an earlier epoch were removed with all others. A version is the nonce of the newest entry.
            case .snapshot:
                Self.generation + """
                    local head = redis.call('HMGET', KEYS[2], 'epoch', 'version')
                    if head[1] ~= epoch then return {generation} end
                    if head[2] == ARGV[2] then return {generation, ARGV[2]} end
                    return {generation, head[2], unpack(redis.call('HGETALL', KEYS[2]))}
                    """
            case .insert:
                Self.generation + """
                    if generation ~= ARGV[2] then return 0 end
                    if redis.call('HGET', KEYS[2], 'epoch') ~= epoch then
                        redis.call('DEL', KEYS[2])
                        redis.call('HSET', KEYS[2], 'epoch', epoch)
                    end
                    for index = 7, #ARGV do redis.call('HDEL', KEYS[2], ARGV[index]) end
                    redis.call('HSET', KEYS[2], ARGV[4], ARGV[5], 'version', ARGV[6])
                    redis.call('PEXPIRE', KEYS[2], ARGV[3])
                    redis.call('SADD', KEYS[3], KEYS[2])
                    redis.call('PEXPIRE', KEYS[3], ARGV[3])
                    return 1
                    """
            case .remove:
                Self.generation + """
                    redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
                    redis.call('DEL', KEYS[2])
                    """
            case .removeURL:
                Self.generation + """
                    redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
                    for _, name in ipairs(redis.call('SMEMBERS', KEYS[2])) do redis.call('DEL', name) end
                    redis.call('DEL', KEYS[2])
                    """
            case .removeAll:
                Self.generation + """
                    redis.call('HSET', KEYS[1], 'all', string.format('%.0f', math.max(now, epoch + 1)))
                    """
            case .claim:
                """
                if redis.call('SET', KEYS[1], '1', 'NX', 'PX', ARGV[1]) then return 1 end
                return 0
                """
            case .endClaim: "redis.call('DEL', KEYS[1])"
            case .value: "return redis.call('HGET', KEYS[1], 'value')"
            case .acquire:
                Self.now + """
                    local lease = redis.call('HMGET', KEYS[1], 'fence', 'end', 'value')
                    if lease[2] and tonumber(lease[2]) > now then return false end
                    local fence = string.format('%.0f', math.max((lease[1] or 0) + 1, now))
                    redis.call('HSET', KEYS[1], 'fence', fence, 'end', string.format('%.0f', now + ARGV[1]))
                    return {fence, lease[3]}
                    """
            case .extend:
                Self.now + Self.holds + """
                    redis.call('HSET', KEYS[1], 'end', string.format('%.0f', now + ARGV[2]))
                    return 1
                    """
            case .commit:
                Self.holds + """
                    redis.call('HSET', KEYS[1], 'value', ARGV[2])
                    redis.call('HDEL', KEYS[1], 'end')
                    return 1
                    """
            case .release:
                Self.holds + """
                    redis.call('HDEL', KEYS[1], 'end')
                    return 1
                    """
            case .removeValue: "redis.call('HDEL', KEYS[1], 'end', 'value')"
            // The arguments are the largest number of calls, the interval, the burst and the limit.
            case .take:
                Self.now + Self.keep + """
                    local book = redis.call('HMGET', KEYS[1], 'booked', 'closed')
                    local booked = math.max(tonumber(book[1] or 0), now)
                    local closed = tonumber(book[2] or 0)
                    local interval, tolerance = tonumber(ARGV[2]), ARGV[2] * (ARGV[3] - 1)
                    local grant = {}
                    while true do
                        local delay = math.max(0, booked - tolerance - now, closed - now)
                        grant[#grant + 1] = string.format('%.0f', delay)
                        if #grant > tonumber(ARGV[1]) or delay > tonumber(ARGV[4]) then break end
                        booked = math.max(booked, closed) + interval
                    end
                    redis.call('HSET', KEYS[1], 'booked', string.format('%.3f', booked))
                    keep(booked, closed)
                    grant[#grant + 1] = string.format('%.0f', math.max(0, closed - now))
                    return grant
                    """
            case .pause:
                Self.now + Self.keep + """
                    local closed = math.max(
                        tonumber(redis.call('HGET', KEYS[1], 'closed') or 0), now + ARGV[1])
                    redis.call('HSET', KEYS[1], 'closed', string.format('%.0f', closed))
                    keep(tonumber(redis.call('HGET', KEYS[1], 'booked') or 0), closed)
                    """
            // The arguments are the bounds, and the amounts.
            case .add:
                Self.now + Self.keep + """
                    local least, most = tonumber(ARGV[1]), tonumber(ARGV[2])
                    local sums = {}
                    for index = 1, #ARGV - 2 do
                        local name = 'count' .. index
                        local sum = tonumber(redis.call('HGET', KEYS[1], name) or 0) + ARGV[index + 2]
                        sums[index] = string.format('%.0f', math.min(math.max(sum, least), most))
                        redis.call('HSET', KEYS[1], name, sums[index])
                    end
                    local closed = tonumber(redis.call('HGET', KEYS[1], 'closed') or 0)
                    keep(tonumber(redis.call('HGET', KEYS[1], 'booked') or 0), closed)
                    sums[#sums + 1] = string.format('%.0f', math.max(0, closed - now))
                    return sums
                    """
            default: outboxText
            }
        }
    }
#endif
