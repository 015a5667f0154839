extension EnvelopePolicy {
    /// Reads an envelope and its payload.
    ///
    /// The payload is read in place if nothing that follows can refuse it, because a code that means success
    /// precedes it. Otherwise it is passed, and read at the end of the envelope.
    func open<Value>(
        _ json: inout JSONReader, _ read: (inout JSONReader) throws -> Value
    ) throws -> Value {
        var opening = try Opening(&json, of: self)
        if try opening.reachPayload(in: &json, by: self) {
            let value = try read(&json)
            // To the end: a second payload throws.
            _ = try opening.reachPayload(in: &json, by: self)
            return value
        }
        try check(opening, json)
        guard let place = opening.payloadPlace else { return try absent(in: json) }
        let end = json.mark()
        json.move(to: place)
        let value = try read(&json)
        json.move(to: end)
        return value
    }

    /// Reads an envelope and checks that it shows success, without the payload.
    func check(_ json: inout JSONReader) throws {
        let opening = try passed(&json)
        try check(opening, json)
        if !findsFailures, !opening.hasPayload { throw missingPayload(json) }
    }

    /// Reads the code and the message of an envelope; `nil` if it shows no failure.
    func refusal(_ json: inout JSONReader) throws -> APIError.EnvelopeError? {
        try passed(&json).refusal(by: self)
    }

    /// Reads an envelope to its end, without the payload.
    private func passed(_ json: inout JSONReader) throws -> Opening {
        var opening = try Opening(&json, of: self)
        while try opening.reachPayload(in: &json, by: self) { try json.pass() }
        return opening
    }

    private func check(_ opening: borrowing Opening, _ json: borrowing JSONReader) throws {
        if let refusal = opening.refusal(by: self) { throw rejected(refusal) }
        guard let code, opening.code == nil, !allowsMissingCode else { return }
        var error = missing(code, json)
        error.advice =
            "if a response without a code is a success, add `null` to the codes of `success`, as in "
            + "`success: [0, null]`; if no response has a code, declare the envelope without it, as "
            + "`{ envelope: { payload: \(payload) } }` in the spec or `.envelope(payload: \"\(payload)\")` "
            + "in Swift; if this endpoint has no envelope, as `response: json`"
        throw error
    }

    /// Returns the value of an envelope without a payload: `nil`.
    /// - Throws: a ``JSONError`` if the type is not optional.
    @inline(never)
    private func absent<Value>(in json: borrowing JSONReader) throws -> Value {
        if let absent = Optional<Never>.none as? Value { return absent }
        throw missingPayload(json)
    }

    private func missingPayload(_ json: borrowing JSONReader) -> JSONError {
        var error = missing(payload, json)
        if !findsFailures {
            error.advice =
                "if the response reports a failure, name the member that shows it, as in "
                + "`{ envelope: { payload: \(payload), error: error } }`; if this endpoint has no envelope, write "
                + "`response: json`"
        }
        return error
    }

    private func missing(_ key: String, _ json: borrowing JSONReader) -> JSONError {
        var error = JSONError(
            .missing, at: json.offset, expected: "'\(key)'", found: "an object without it")
        error.missingKey = key
        return error
    }
}

/// An envelope that is being read.
private struct Opening {
    /// How far each path leads into an object: the offset of its next step; `nil` if it leads elsewhere.
    struct Progress {
        var code: Int?
        var message: Int?
        var payload: Int?
        var error: Int?
        var leadsElsewhere: Bool {
            code == nil && message == nil && payload == nil && error == nil
        }

        /// Returns the progress without the paths that end here, which do not continue into the member.
        func inside(_ policy: EnvelopePolicy) -> Progress {
            Progress(
                code: Self.ends(code, policy.code) ? nil : code,
                message: Self.ends(message, policy.message) ? nil : message,
                payload: Self.ends(payload, policy.payload) ? nil : payload,
                error: Self.ends(error, policy.error) ? nil : error)
        }

        static func ends(_ place: Int?, _ path: String?) -> Bool {
            place != nil && place == path?.utf8.count
        }
    }

    private(set) var code: EnvelopeCode?
    private(set) var message: String?
    /// The position of the payload if it was passed.
    private(set) var payloadPlace: JSONReader.Mark?
    private(set) var hasPayload = false
    /// What the member that shows a failure says; `nil` if there is none, or if it shows none.
    private var error: EnvelopeCode?
    private var hasError = false
    private var hasMessage = false
    /// The progress in the object that is being read; `nil` at the end of the envelope.
    private var progress: Progress?
    /// The progress in the objects around it.
    private var outer: [Progress] = []

    init(_ json: inout JSONReader, of policy: EnvelopePolicy) throws {
        progress = Progress(
            code: policy.code == nil ? nil : 0, message: policy.message == nil ? nil : 0,
            payload: 0, error: policy.error == nil ? nil : 0)
        try json.enterObject()
    }

    /// Returns the code and the message if the envelope shows a failure.
    func refusal(by policy: EnvelopePolicy) -> APIError.EnvelopeError? {
        if let error {
            let text: String? = if case .text(let text) = error { text } else { nil }
            return APIError.EnvelopeError(code: code ?? error, message: message ?? text ?? "")
        }
        guard let code, !policy.succeeds(code) else { return nil }
        return APIError.EnvelopeError(code: code, message: message ?? "")
    }

    /// Whether nothing that follows in the envelope can refuse it.
    private func isAccepted(by policy: EnvelopePolicy) -> Bool {
        policy.succeeds(code) && (code != nil || !policy.allowsMissingCode)
            && (policy.error == nil || hasError && error == nil)
    }

    /// Reads on to the payload, or to the end of the envelope.
    ///
    /// - Returns: Whether the payload is next, and no code can still refuse it.
    mutating func reachPayload(
        in json: inout JSONReader, by policy: EnvelopePolicy
    ) throws -> Bool {
        while let progress {
            guard let key = try json.memberKey() else {
                self.progress = outer.popLast()
                continue
            }
            if try !take(key, progress, &json, policy) { return true }
        }
        return false
    }

    /// Reads a member, or begins to read it if a path leads into it.
    ///
    /// - Returns: Whether it was taken; `false` for a payload that can be read in place.
    private mutating func take(
        _ key: JSONKey, _ current: Progress, _ json: inout JSONReader, _ policy: EnvelopePolicy
    ) throws -> Bool {
        let start = json.offset
        let next = Progress(
            code: key.step(on: policy.code, from: current.code),
            message: key.step(on: policy.message, from: current.message),
            payload: key.step(on: policy.payload, from: current.payload),
            error: key.step(on: policy.error, from: current.error))
        guard !next.leadsElsewhere else {
            try json.pass()
            return true
        }
        let inner = next.inside(policy)
        if Progress.ends(next.error, policy.error) {
            try Self.once(&hasError, start)
            error = try Self.failure(&json)
        }
        if Progress.ends(next.payload, policy.payload) {
            try Self.once(&hasPayload, start)
            if isAccepted(by: policy), inner.leadsElsewhere { return false }
            _ = json.peek()
            payloadPlace = json.mark()
        } else if Progress.ends(next.code, policy.code) {
            guard code == nil else { throw JSONError.duplicate(at: start) }
            if policy.allowsMissingCode, try json.readNull() { return true }
            let found = try EnvelopeCode(json: &json)
            code = found
            // Some backends send the message in place of a code, as in `{"result": "no such file"}`.
            if Progress.ends(next.message, policy.message), case .text(let text) = found {
                message = text
            }
            return true
        } else if Progress.ends(next.message, policy.message) {
            try Self.once(&hasMessage, start)
            if json.peek() == UInt8(ascii: "\"") {
                message = try json.readString()
                return true
            }
        }
        if !inner.leadsElsewhere, json.peek() == UInt8(ascii: "{") {
            try json.enterObject()
            outer.append(current)
            progress = inner
        } else {
            try json.pass()
        }
        return true
    }

    /// Returns what the next value says of a failure, and leaves it unread; `nil` if it shows none.
    private static func failure(_ json: inout JSONReader) throws -> EnvelopeCode? {
        let first = json.peek()
        let place = json.mark()
        defer { json.move(to: place) }
        switch first {
        case UInt8(ascii: "n"): return try json.readNull() ? nil : true
        case UInt8(ascii: "["):
            try json.beginArray()
            return try json.nextElement() ? true : nil
        case UInt8(ascii: "{"):
            try json.enterObject()
            guard try json.memberKey() != nil else { return nil }
            return true
        default:
            let code = try EnvelopeCode(json: &json)
            return code == 0 || code == "" || code == false ? nil : code
        }
    }

    // A duplicate member is rejected, because an earlier check of the response may have used the other one.
    private static func once(_ seen: inout Bool, _ offset: Int) throws {
        guard !seen else { throw JSONError.duplicate(at: offset) }
        seen = true
    }
}

extension JSONKey {
    /// Returns the offset after the next step of a path and its dot, if the key is that step.
    fileprivate func step(on path: String?, from place: Int?) -> Int? {
        guard let path, let place else { return nil }
        let bytes = path.utf8.span
        let end = place + count
        guard end <= bytes.count else { return nil }
        for offset in 0..<count where bytes[place + offset] != start[offset] { return nil }
        guard end < bytes.count else { return end }
        return bytes[end] == UInt8(ascii: ".") ? end + 1 : nil
    }
}
