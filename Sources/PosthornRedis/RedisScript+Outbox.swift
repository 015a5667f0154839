#if Redis
    extension RedisScript {
        /// What the steps of an outbox share.
        ///
        /// The calls that may be attempted now are in a stream for each service, with one consumer group: the calls
        /// without a key, and of each key the one whose turn it is. A pending entry of the group is a call that is
        /// claimed or that waits for its next attempt. The time when it can be claimed again is a score in `waits`, and
        /// the time when that wait began one in `began`. The calls of a key are a sorted set, by the number of their
        /// submission, and `turns` has the one that is in the stream.
        ///
        /// A server without memory refuses a script whose first change needs memory, and none afterwards. All steps but
        /// submissions therefore begin with another change, so that such a server can still be emptied.
        ///
        /// Times are milliseconds of the caller's clock, corrected by the difference of the machine's clock from the
        /// server's if that is five seconds or more.
        private static let outbox = """
            local prefix = KEYS[1]
            local time = redis.call('TIME')
            local server = time[1] * 1000 + math.floor(time[2] / 1000)
            local function text(number) return string.format('%.0f', number) end
            local function named(id) return prefix .. 'call:' .. id end
            local function moment(caller, machine)
                local shift = server - machine
                if math.abs(shift) < 5000 then shift = 0 end
                return caller + shift
            end
            local function passed(finish, began, now)
                return tonumber(finish) <= now or tonumber(began) > now + 1000
            end
            local function wait(id, service, finish, began)
                redis.call('ZADD', prefix .. 'waits:' .. service, text(finish), id)
                redis.call('ZADD', prefix .. 'began:' .. service, text(began), id)
            end
            local function row(id)
                return {id, unpack(redis.call('HMGET', named(id), 'call', 'state', 'failures', 'due', 'delay',
                    'ended', 'reason', 'response', 'fence', 'number'))}
            end
            local function enter(id, service)
                local stream = prefix .. 'calls:' .. service
                if redis.call('EXISTS', stream) == 0 then
                    redis.call('XGROUP', 'CREATE', stream, 'posthorn', '0', 'MKSTREAM')
                end
                redis.call('HSET', named(id), 'entry', redis.call('XADD', stream, '*', 'call', id))
            end
            local function leave(id, service, queue)
                local stream = prefix .. 'calls:' .. service
                local entry = redis.call('HGET', named(id), 'entry')
                if entry then
                    redis.call('XACK', stream, 'posthorn', entry)
                    redis.call('XDEL', stream, entry)
                end
                redis.call('HDEL', named(id), 'entry', 'lease', 'began')
                redis.call('ZREM', prefix .. 'waits:' .. service, id)
                redis.call('ZREM', prefix .. 'began:' .. service, id)
                if queue ~= '' and redis.call('HGET', prefix .. 'turns:' .. service, queue) == id then
                    redis.call('HDEL', prefix .. 'turns:' .. service, queue)
                end
            end
            local function advance(service, queue)
                if queue == '' then return end
                local turns = prefix .. 'turns:' .. service
                local first = redis.call('ZRANGE', prefix .. 'queue:' .. queue, 0, 0)[1]
                local current = redis.call('HGET', turns, queue)
                if not first or current == first then return end
                if current then
                    if redis.call('HEXISTS', named(current), 'lease') == 1 then return end
                    leave(current, service, queue)
                end
                if redis.call('HGET', named(first), 'state') ~= '0' then return end
                redis.call('HSET', turns, queue, first)
                enter(first, service)
            end
            local function index(id, service, from, to)
                redis.call('ZREM', prefix .. from .. ':' .. service, id)
                redis.call('ZADD', prefix .. to .. ':' .. service, redis.call('HGET', named(id), 'number'), id)
            end
            local function remove(id, service)
                for _, kind in ipairs({'0', '1', '2', 'ended'}) do
                    redis.call('ZREM', prefix .. kind .. ':' .. service, id)
                end
                redis.call('DEL', named(id))
            end

            """

        /// The text of a step of an outbox.
        var outboxText: String { Self.outbox + outboxStep }

        private var outboxStep: String {
            switch self {
            // A submission that is sent again, because its reply was lost, has the same bytes.
            case .addCall:
                """
                local id, service, queue, call = ARGV[1], ARGV[2], ARGV[3], ARGV[5]
                local known = redis.call('HGET', named(id), 'call')
                if known then return known == call and 1 or 0 end
                local number = text(redis.call('INCR', prefix .. 'number'))
                redis.call('HSET', named(id), 'call', call, 'number', number, 'service', service,
                    'queue', queue, 'blocks', ARGV[4], 'state', '0', 'failures', '0', 'due', ARGV[6],
                    'delay', '0')
                redis.call('SADD', prefix .. 'services', service)
                redis.call('ZADD', prefix .. '0:' .. service, number, id)
                if queue == '' then
                    enter(id, service)
                else
                    redis.call('ZADD', prefix .. 'queue:' .. queue, number, id)
                    advance(service, queue)
                end
                return 1
                """
            // Nothing if the server could not write its file, or has lost the call because it was started again.
            case .writtenBytes:
                """
                local info = redis.call('INFO', 'persistence')
                local function value(name) return tonumber(info:match(name .. ':(%d+)') or 0) end
                if info:find('aof_last_write_status:err') or redis.call('EXISTS', named(ARGV[1])) == 0 then
                    return false
                end
                return {value('aof_current_size'), value('aof_buffer_length')}
                """
            case .claimCalls: Self.claimStep
            case .extendCall:
                """
                local id, now = ARGV[1], moment(ARGV[4], ARGV[5])
                local known = redis.call('HMGET', named(id), 'fence', 'lease', 'began', 'service')
                if known[1] ~= ARGV[2] or not known[2] or passed(known[2], known[3], now) then return 0 end
                redis.call('HDEL', named(id), 'lease')
                redis.call('HSET', named(id), 'lease', text(now + ARGV[3]), 'began', text(now))
                wait(id, known[4], now + ARGV[3], now)
                return 1
                """
            case .settleCall: Self.settleStep
            case .call:
                """
                if redis.call('EXISTS', named(ARGV[1])) == 0 then return false end
                return row(ARGV[1])
                """
            case .listCalls:
                """
                local services = ARGV[1] == '' and redis.call('SMEMBERS', prefix .. 'services') or {ARGV[1]}
                local found = {}
                for _, service in ipairs(services) do
                    local part = redis.call('ZRANGEBYSCORE', prefix .. ARGV[2] .. ':' .. service, '(' .. ARGV[3],
                        '+inf', 'WITHSCORES', 'LIMIT', 0, ARGV[4])
                    for place = 1, #part, 2 do found[#found + 1] = {part[place], tonumber(part[place + 1])} end
                end
                table.sort(found, function(one, other) return one[2] < other[2] end)
                local rows = {}
                for place = 1, math.min(#found, ARGV[4]) do rows[place] = row(found[place][1]) end
                return rows
                """
            case .summary:
                """
                local counts = {}
                for place = 0, 2 do
                    counts[place + 1] = redis.call('ZCARD', prefix .. place .. ':' .. ARGV[1])
                end
                local oldest = redis.call('ZRANGE', prefix .. '0:' .. ARGV[1], 0, 0)[1]
                if oldest then counts[4] = row(oldest) end
                return counts
                """
            case .retryCall:
                """
                local id = ARGV[1]
                local known = redis.call('HMGET', named(id), 'state', 'service', 'queue', 'number')
                if known[1] ~= '2' then return 0 end
                redis.call('HDEL', named(id), 'ended', 'response')
                redis.call('HSET', named(id), 'state', '0', 'failures', '0', 'due', ARGV[2], 'delay', '0')
                index(id, known[2], '2', '0')
                if known[3] == '' then
                    enter(id, known[2])
                else
                    redis.call('ZADD', prefix .. 'queue:' .. known[3], known[4], id)
                    advance(known[2], known[3])
                end
                return 1
                """
            case .dropCall:
                """
                local id, now = ARGV[1], moment(ARGV[2], ARGV[3])
                local known = redis.call('HMGET', named(id), 'service', 'queue', 'lease', 'began')
                if not known[1] or known[3] and not passed(known[3], known[4], now) then return 0 end
                leave(id, known[1], known[2])
                remove(id, known[1])
                redis.call('ZREM', prefix .. 'queue:' .. known[2], id)
                advance(known[1], known[2])
                return 1
                """
            // Consumers of processes that have ended would stay in the group for ever.
            case .removeDelivered:
                """
                local service = ARGV[1]
                local found = redis.call('ZRANGEBYSCORE', prefix .. 'ended:' .. service, '-inf', '(' .. ARGV[2],
                    'LIMIT', 0, ARGV[3])
                for _, id in ipairs(found) do remove(id, service) end
                local stream = prefix .. 'calls:' .. service
                if redis.call('EXISTS', stream) == 1 then
                    for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', stream, 'posthorn')) do
                        if consumer[4] == 0 and consumer[6] > 3600000 then
                            redis.call('XGROUP', 'DELCONSUMER', stream, 'posthorn', consumer[2])
                        end
                    end
                end
                return #found
                """
            default: ""
            }
        }

        private static let claimStep = """
            local service, limit, length, consumer = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[6]
            local now = moment(ARGV[4], ARGV[5])
            local stream, claims = prefix .. 'calls:' .. service, {}
            if redis.call('EXISTS', stream) == 0 then return claims end
            local function claim(id)
                local fence = math.max((redis.call('HGET', named(id), 'fence') or 0) + 1, server)
                redis.call('HSET', named(id), 'fence', text(fence), 'lease', text(now + length),
                    'began', text(now))
                wait(id, service, now + length, now)
                claims[#claims + 1] = row(id)
            end
            local function again(kind, least, most)
                if #claims >= limit then return end
                local found = redis.call('ZRANGEBYSCORE', prefix .. kind .. service, least, most,
                    'LIMIT', 0, limit - #claims)
                for _, id in ipairs(found) do
                    local entry = redis.call('HGET', named(id), 'entry')
                    if entry then
                        redis.call('XCLAIM', stream, 'posthorn', consumer, 0, entry, 'JUSTID')
                        claim(id)
                    else
                        leave(id, service, '')
                    end
                end
            end
            again('waits:', '-inf', text(now))
            again('began:', '(' .. text(now + 1000), '+inf')
            while #claims < limit do
                local found = redis.call('XREADGROUP', 'GROUP', 'posthorn', consumer,
                    'COUNT', limit - #claims, 'STREAMS', stream, '>')
                if not found then break end
                for _, entry in ipairs(found[1][2]) do
                    local id = entry[2][2]
                    if redis.call('HGET', named(id), 'entry') == entry[1] then
                        claim(id)
                    else
                        redis.call('XACK', stream, 'posthorn', entry[1])
                        redis.call('XDEL', stream, entry[1])
                    end
                end
            end
            table.sort(claims, function(one, other) return tonumber(one[11]) < tonumber(other[11]) end)
            return claims
            """

        private static let settleStep = """
            local id, state, failures, reason, response = ARGV[1], ARGV[3], ARGV[4], ARGV[8], ARGV[9]
            local known = redis.call('HMGET', named(id), 'fence', 'lease', 'service', 'queue', 'blocks')
            if known[1] ~= ARGV[2] or not known[2] then return 0 end
            local service, queue = known[3], known[4]
            redis.call('HDEL', named(id), 'lease', 'began', 'response')
            redis.call('HSET', named(id), 'state', state, 'failures', failures, 'due', ARGV[5], 'delay', ARGV[6])
            if ARGV[7] ~= '' then redis.call('HSET', named(id), 'ended', ARGV[7]) end
            if reason ~= '' then redis.call('HSET', named(id), 'reason', reason) end
            if response ~= '' then redis.call('HSET', named(id), 'response', response) end
            if state == '0' then
                -- A call that was given back waits for nothing.
                local now = ARGV[10] == '' and 0 or moment(ARGV[10], ARGV[11])
                wait(id, service, now == 0 and 0 or now + ARGV[6], now)
            else
                leave(id, service, queue)
                index(id, service, '0', state)
                if state == '1' then redis.call('ZADD', prefix .. 'ended:' .. service, ARGV[7], id) end
                if queue ~= '' and (state == '1' or known[5] == '0') then
                    redis.call('ZREM', prefix .. 'queue:' .. queue, id)
                end
            end
            advance(service, queue)
            return 1
            """
    }
#endif
