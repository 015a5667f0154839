internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// The objects around results, with a code of the result.
enum Envelopes {
    private static let codes: Set<String> = [
        "code", "errcode", "errno", "ok", "retcode", "ret", "resultcode", "status", "statuscode",
        "success",
    ]
    private static let messages: Set<String> = [
        "errmsg", "errormessage", "errormsg", "info", "message", "msg",
    ]
    private static let payloads: Set<String> = [
        "content", "data", "payload", "result", "response",
    ]
    /// The members that say nothing of the result.
    private static let extras: Set<String> = [
        "error", "errors", "messages", "path", "requestid", "servertime", "time", "timestamp",
        "traceid", "ts", "version",
    ]

    static func proposal(for endpoint: EndpointDraft) -> Proposal? {
        guard let response = endpoint.returns.only, response.headers.isEmpty,
            !response.status.hasPrefix("3"), case .json(let type, let media) = response.content,
            !type.isNullable, let shape = type.declaredType?.shape, shape.others == nil
        else { return nil }
        func fields(_ words: Set<String>) -> [FieldDraft] {
            shape.fields.filter { words.contains(ResponseMembers.word($0.wireName)) }
        }
        let all = fields(codes)
        guard let code = all.only ?? all.filter({ $0.type.text == "Bool" }).only,
            let payload = fields(payloads).only, payload.constant == nil,
            let success = success(of: code), isReturned(payload.type)
        else { return nil }
        let message = fields(messages).only
        let names = (all + [payload]).map(\.wireName) + (message.map { [$0.wireName] } ?? [])
        guard
            shape.fields.allSatisfy({
                names.contains($0.wireName) || extras.contains(ResponseMembers.word($0.wireName))
            })
        else { return nil }
        var members = [SpecMember("code", name(code))]
        if let message { members.append(SpecMember("message", name(message))) }
        members += [SpecMember("payload", name(payload)), SpecMember("success", success)]
        var own = response
        own.content = .json(payload.type, mediaTypes: media)
        return Proposal(
            .envelope, "an envelope of '\(code.wireName)' and '\(payload.wireName)'",
            [SpecMember("response", .map([SpecMember("envelope", .map(members))]))],
            returns: [own])
    }

    private static func name(_ field: FieldDraft) -> SpecValue {
        .text(field.wireName.replacing("\\", with: "\\\\").replacing(".", with: "\\."))
    }

    /// Returns whether an endpoint can return a type, which then has a name.
    private static func isReturned(_ type: TypeText) -> Bool {
        guard type.innermost?.nestedName == nil else { return false }
        switch type.wrapped {
        case .declared, .array, .map: return true
        case .name(let name): return !name.contains("(") && name != "Data" && name != "JSON"
        case .optional: return false
        }
    }

    /// Returns the code of a success, as the document says it; `nil` if it does not.
    private static func success(of code: FieldDraft) -> SpecValue? {
        if let constant = code.constant { return value(constant) }
        if code.type.wrapped.text == "Bool" { return .plain("true") }
        if case .enumeration(let values) = code.type.declaredType?.kind {
            return values.values.only.flatMap { value($0.node) }
        }
        guard ["Int", "String"].contains(code.type.wrapped.text) else { return nil }
        let node = code.node
        guard let known = node["default"] ?? node["example"] ?? node["examples"]?.list.only,
            known.kind == .scalar, !known.isNull,
            ["0", "00000", "1", "200", "ok", "success"].contains(known.text.lowercased())
        else { return nil }
        guard code.type.wrapped.text == "Int" else { return .quoted(known.text) }
        return known.integer.map { .plain(String($0)) }
    }

    private static func value(_ node: Node) -> SpecValue? {
        if node.isTrue { return .plain("true") }
        if node.isFalse || node.isNull { return nil }
        if let number = node.integer { return .plain(String(number)) }
        return node.isNumber ? nil : .quoted(node.text)
    }
}
