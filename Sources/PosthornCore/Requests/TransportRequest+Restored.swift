package import FoundationEssentials

extension TransportRequest {
    /// The names of the body's fields, in order; empty for a body that is a single value.
    package var bodyFieldNames: [String] { details?.parameters.body.fields.map(\.name) ?? [] }

    /// Replaces what is sent by the message of an earlier process, with the parameters that signers read.
    ///
    /// - Parameter fields: The names of the body's fields, in order; empty for a body that is a single value.
    package mutating func restore(
        target: String, headers: HTTPFields, body: Data?, fields: [String]
    ) {
        self.headers = headers
        self.body = body.map { HTTPBody($0) }
        move(to: target)
        var restored = RequestBody()
        if !fields.isEmpty, let body, let members = (try? JSONValue(document: body))?.object {
            for name in fields {
                if let value = members[name] {
                    restored.set(name, value.asParameter, ofEndpoint: true)
                }
            }
        }
        change { $0.parameters.body = restored }
    }
}

extension JSONValue {
    /// The value in the type that is written as a parameter without quotation marks.
    fileprivate var asParameter: any Encodable & Sendable {
        if let string { return string }
        let strings = array?.compactMap(\.string)
        if let strings, strings.count == array?.count { return strings }
        return self
    }
}
