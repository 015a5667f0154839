#if Redis
    import CHiredis
    import FoundationEssentials

    /// A reply of a server.
    enum RedisReply: Sendable {
        case null
        case integer(Int)
        case bytes(Data)
        case array([RedisReply])
        case error(String)

        init(_ reply: redisReply) {
            switch reply.type {
            case REDIS_REPLY_INTEGER: self = .integer(Int(reply.integer))
            case REDIS_REPLY_STRING, REDIS_REPLY_STATUS, posthorn_redis_verbatim:
                self = .bytes(Self.bytes(reply))
            case REDIS_REPLY_ERROR:
                self = .error(String(decoding: Self.bytes(reply), as: UTF8.self))
            case REDIS_REPLY_ARRAY:
                self = .array(
                    (0..<reply.elements).map {
                        reply.element[$0].map { RedisReply($0.pointee) } ?? .null
                    })
            default: self = .null
            }
        }

        private static func bytes(_ reply: redisReply) -> Data {
            reply.str.map { Data(bytes: $0, count: reply.len) } ?? Data()
        }

        var integer: Int? { if case .integer(let number) = self { number } else { nil } }
        var data: Data? { if case .bytes(let bytes) = self { bytes } else { nil } }
        var array: [RedisReply]? { if case .array(let replies) = self { replies } else { nil } }
        var signed: Int? { data.flatMap { Int(String(decoding: $0, as: UTF8.self)) } }
        var number: UInt64? { data.flatMap { UInt64(String(decoding: $0, as: UTF8.self)) } }
        var errorText: String { if case .error(let text) = self { text } else { "" } }

        func isError(_ code: String) -> Bool { errorText.hasPrefix(code) }
    }
#endif
