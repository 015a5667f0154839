internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// The object that is around the results of all responses.
struct Envelope {
    var code: String
    var message: String?
    var payload: String
    var success: Code
    var evidence: String

    /// A code: an integer, a word, or a Boolean.
    struct Code: Hashable, Comparable {
        var text: String
        var isText: Bool

        init?(_ node: Node?) {
            guard let node, node.kind == .scalar, !node.isNull else { return nil }
            (text, isText) = (node.text, !node.isPlain)
            // A text that is no word of the API may be data.
            let isCode = text.utf8.count < 7 && text.utf8.allSatisfy(TextKind.isDigit)
            guard isText ? isCode || Vocabulary.isWord(text) : node.integer != nil || isBool(node)
            else { return nil }
        }

        private func isBool(_ node: Node) -> Bool { node.isTrue || node.isFalse }

        var value: SpecValue { isText ? .quoted(text) : .plain(text) }

        static func < (left: Code, right: Code) -> Bool {
            (left.text, left.isText ? 1 : 0) < (right.text, right.isText ? 1 : 0)
        }
    }

    private static let codes = [
        "code", "errcode", "err_code", "errno", "retcode", "ret_code", "ret", "status_code",
        "resultcode", "result_code", "status", "success", "ok",
    ]
    private static let messages = [
        "message", "msg", "errmsg", "err_msg", "error_msg", "errormessage", "info",
    ]
    private static let payloads = ["data", "result", "payload", "content", "response", "body"]
    private static let extras: Set<String> = [
        "requestid", "request_id", "traceid", "trace_id", "timestamp", "time", "ts", "servertime",
        "server_time", "path", "version", "error", "errors",
    ]

    /// Finds the envelope of all JSON responses that succeed.
    init?(_ samples: [Sample]) {
        let bodies = samples.compactMap { Self.body($0) }
        guard bodies.count > 1, bodies.allSatisfy({ $0.kind == .mapping }) else { return nil }
        func name(_ names: [String], least: Int) -> String? {
            var counts: [String: Int] = [:]
            for body in bodies {
                for key in Set(body.keys) { counts[key, default: 0] += 1 }
            }
            let known = counts.filter { $0.value >= least }.keys.sorted()
            return names.lazy.compactMap { name in known.first { $0.lowercased() == name } }.first
        }
        guard let code = name(Self.codes, least: bodies.count),
            let payload = name(Self.payloads, least: (bodies.count + 1) / 2)
        else { return nil }
        message = name(Self.messages, least: (bodies.count + 1) / 2)
        if message == nil, Self.codes.firstIndex(of: code.lowercased()) ?? 0 > 6 { return nil }
        let own = Set([code, payload] + (message.map { [$0] } ?? []))
        guard
            bodies.allSatisfy({ body in
                body.keys.allSatisfy { own.contains($0) || Self.extras.contains($0.lowercased()) }
            })
        else { return nil }
        var counts: [Code: Int] = [:]
        for body in bodies where body[payload].map({ !$0.isNull }) == true {
            guard let found = Code(body[code]) else { return nil }
            counts[found, default: 0] += 1
        }
        guard let best = counts.min(by: { ($1.value, $0.key) < ($0.value, $1.key) }) else {
            return nil
        }
        (self.code, self.payload, success) = (code, payload, best.key)
        evidence = "\(bodies.count) of \(bodies.count) samples"
    }

    private static func body(_ sample: Sample) -> Node? {
        guard let response = sample.response, response.status / 100 == 2,
            case .json(let node)? = response.body
        else { return nil }
        return node
    }

    /// Returns the code of a response that its envelope refuses.
    func refusal(_ body: Node) -> Code? {
        Code(body[code]).flatMap { $0 == success ? nil : $0 }
    }

    var member: SpecMember {
        var members = [SpecMember("code", .text(code))]
        if let message { members.append(SpecMember("message", .text(message))) }
        members += [SpecMember("payload", .text(payload)), SpecMember("success", success.value)]
        return SpecMember(
            "response", .map([SpecMember("envelope", .map(members))]), isSeparated: true,
            comment: evidence)
    }
}
