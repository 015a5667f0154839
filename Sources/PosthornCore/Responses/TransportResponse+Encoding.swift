package import FoundationEssentials

extension JSON {
    /// Returns the JSON of a value that a server sends, with the members that only the server sets.
    package static func body(of value: some Encodable) throws -> Data {
        try APIError.Cause.ofWriting {
            var writer = JSONWriter()
            try writer.writeCodable(value, JSONStyle())
            return writer.takeData()
        }
    }
}

extension TransportResponse {
    /// Creates the response of a server with a value; `nil` if no body can be written for the policy.
    package init?(encoding value: some Encodable, by policy: any ResponsePolicy) throws {
        func response(_ body: Data, _ mediaType: String) -> TransportResponse {
            TransportResponse(status: .ok, headers: [.contentType: mediaType], body: body)
        }
        let type = policy.mediaTypes.first { !$0.contains("*") } ?? "application/json"
        switch policy {
        case is JSONPolicy: self = response(try JSON.body(of: value), type)
        case let policy as EnvelopePolicy:
            self = response(try policy.envelope(around: JSON.body(of: value)), type)
        case is TextPolicy, is RawPolicy:
            if let text = value as? String {
                self = response(Data(text.utf8), "text/plain; charset=utf-8")
            } else if policy is RawPolicy, let data = value as? Data {
                self = response(data, "application/octet-stream")
            } else {
                return nil
            }
        case let policy as CompoundPolicy:
            for policy in policy.policies {
                guard let response = try Self(encoding: value, by: policy) else { continue }
                self = response
                return
            }
            return nil
        case let wrapper as any ResponsePolicyWrapper:
            try self.init(encoding: value, by: wrapper.wrapped)
        default: return nil
        }
    }
}

extension EnvelopePolicy {
    /// Returns an envelope around a payload.
    ///
    /// - Parameters:
    ///   - payload: JSON, or `nil` for `null`.
    ///   - code: The code; `nil`, the default, for that of success.
    ///   - message: The message; empty by default.
    ///   - isFailure: Whether the payload belongs to the member that shows a failure.
    package func envelope(
        around payload: Data?, code: EnvelopeCode? = nil, message: String = "",
        isFailure: Bool = false
    ) throws -> Data {
        var envelope = JSONValue.object([:])
        let value = try payload.map { try JSONReader.read(JSONValue.self, from: [UInt8]($0)) }
        envelope.set(value ?? .null, at: isFailure ? error ?? self.payload : self.payload)
        // A message may be inside the member that shows a failure.
        if let path = self.message, error == nil || code != nil {
            envelope.set(.string(message), at: path)
        }
        if let path = self.code, let code = code ?? success ?? alternatives.first {
            let value: JSONValue =
                switch code {
                case .number(let number): .number(JSONValue.Number(number))
                case .text(let text): .string(text)
                case .bool(let bool): .bool(bool)
                }
            envelope.set(value, at: path)
        }
        return try envelope.document()
    }
}

extension JSONValue {
    /// Sets the member at a path whose steps are separated by dots.
    fileprivate mutating func set(_ value: JSONValue, at path: String) {
        set(value, at: path.split(separator: ".").map(String.init)[...])
    }

    private mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
        guard let first = path.first else {
            self = value
            return
        }
        var members = object ?? [:]
        var member = members[first] ?? .object([:])
        member.set(value, at: path.dropFirst())
        members[first] = member
        self = .object(members)
    }
}
