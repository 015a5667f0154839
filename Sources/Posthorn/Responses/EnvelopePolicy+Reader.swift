extension EnvelopePolicy {
    /// Reads an envelope and its payload.
    func open<Value>(
        _ json: inout JSONReader, _ read: (inout JSONReader) throws -> Value
    ) throws -> Value {
        // Not a `Value?`, because the metadata of that type would be looked up at run time.
        try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
            var isRead = false
            do {
                try readPayload(&json) { json in
                    memory.initializeElement(at: 0, to: try read(&json))
                    isRead = true
                }
            } catch {
                if isRead { memory.deinitializeElement(at: 0) }
                throw error
            }
            if isRead { return memory.moveElement(from: 0) }
            if let absent = Optional<Never>.none as? Value { return absent }
            throw missing(payload, json)
        }
    }

    /// Reads an envelope in one pass.
    ///
    /// The payload is read in place if the code precedes it, otherwise after the code has been read. It is not
    /// read if the envelope has none.
    private func readPayload(
        _ json: inout JSONReader, by read: (inout JSONReader) throws -> Void
    ) throws {
        var opening = Opening()
        try collect(&opening, from: &json, read)
        guard let found = opening.code else { throw missing(code, json) }
        guard succeeds(found) else { throw rejected(found, message: opening.message ?? "") }
        guard let place = opening.place else { return }
        let end = json.mark()
        json.move(to: place)
        try read(&json)
        json.move(to: end)
    }

    /// Reads an envelope and checks its code, without the payload.
    func check(_ json: inout JSONReader) throws {
        let found = try codeAndMessage(&json)
        guard let code = found.code else { throw missing(code, json) }
        guard succeeds(code) else { throw rejected(code, message: found.message) }
    }

    func codeAndMessage(_ json: inout JSONReader) throws -> (code: EnvelopeCode?, message: String) {
        var opening = Opening()
        try collect(&opening, from: &json) { json in try json.pass() }
        return (opening.code, opening.message ?? "")
    }

    /// The parts of an envelope that have been read so far.
    private struct Opening {
        var code: EnvelopeCode?
        var message: String?
        /// The position of the payload if it precedes the code.
        var place: JSONReader.Mark?
        var hasMessage = false
        var hasPayload = false
    }

    /// The position in each path that the current object has reached; nil where the path leads elsewhere.
    private struct Progress {
        var code: Int?
        var message: Int?
        var payload: Int?
        var isNone: Bool { code == nil && message == nil && payload == nil }
    }

    private func collect(
        _ opening: inout Opening, from json: inout JSONReader,
        _ read: (inout JSONReader) throws -> Void,
        _ progress: Progress = Progress(code: 0, message: 0, payload: 0)
    ) throws {
        try json.enterObject()
        while let key = try json.memberKey() {
            let start = json.offset
            let next = Progress(
                code: key.step(on: code, from: progress.code),
                message: key.step(on: message, from: progress.message),
                payload: key.step(on: payload, from: progress.payload))
            guard !next.isNone else {
                try json.pass()
                continue
            }
            // A path that ends here does not continue into the member.
            let inner = Progress(
                code: next.code == code.utf8.count ? nil : next.code,
                message: next.message == message.utf8.count ? nil : next.message,
                payload: next.payload == payload.utf8.count ? nil : next.payload)
            if next.payload == payload.utf8.count {
                try once(&opening.hasPayload, start)
                if let code = opening.code, succeeds(code), inner.isNone {
                    try read(&json)
                    continue
                }
                _ = json.peek()
                opening.place = json.mark()
            } else if next.code == code.utf8.count {
                guard opening.code == nil else { throw JSONError.duplicate(at: start) }
                opening.code = try EnvelopeCode(json: &json)
                continue
            } else if next.message == message.utf8.count {
                try once(&opening.hasMessage, start)
                if json.peek() == UInt8(ascii: "\"") {
                    opening.message = try json.readString()
                    continue
                }
            }
            if !inner.isNone, json.peek() == UInt8(ascii: "{") {
                try collect(&opening, from: &json, read, inner)
            } else {
                try json.pass()
            }
        }
    }

    // A duplicate member is rejected, because an earlier check of the response may have used the other one.
    private func once(_ seen: inout Bool, _ offset: Int) throws {
        guard !seen else { throw JSONError.duplicate(at: offset) }
        seen = true
    }

    private func missing(_ key: String, _ json: borrowing JSONReader) -> JSONError {
        var error = JSONError(
            .missing, at: json.offset, expected: "'\(key)'", found: "an object without it")
        error.missingKey = key
        return error
    }
}

extension JSONKey {
    /// Returns the offset after the next step of a path and its dot, if the key is that step.
    fileprivate func step(on path: String, from place: Int?) -> Int? {
        guard let place else { return nil }
        let bytes = path.utf8.span
        let end = place + count
        guard end <= bytes.count else { return nil }
        for offset in 0..<count where bytes[place + offset] != start[offset] { return nil }
        guard end < bytes.count else { return end }
        return bytes[end] == UInt8(ascii: ".") ? end + 1 : nil
    }
}
