public import FoundationEssentials
@_spi(Generated) public import PosthornCore

extension ServerCall {
    /// Reads the body as JSON.
    ///
    /// - Parameter mediaType: The media type of the spec.
    /// - Throws: A ``ServerRefusal`` with the status 400 or 415.
    @_spi(Generated) public func json<Value: JSONReadable>(
        _ type: Value.Type = Value.self, mediaType: String = "application/json"
    ) throws -> Value {
        try requireJSON(mediaType)
        return try read(Value.self)
    }

    /// Reads the body as JSON by a type's own `Decodable`.
    @_spi(Generated) public func codable<Value: Decodable>(
        _ type: Value.Type = Value.self, mediaType: String = "application/json"
    ) throws -> Value {
        try requireJSON(mediaType)
        return try refusingJSON {
            try JSONPolicy().decode(Value.self, from: TransportResponse(status: .ok, body: body))
        }
    }

    /// Reads the body as JSON; `nil` if there is none.
    @_spi(Generated) public func jsonIfPresent<Value: JSONReadable>(
        _ type: Value.Type = Value.self, mediaType: String = "application/json"
    ) throws -> Value? {
        body.isEmpty ? nil : try json(mediaType: mediaType)
    }

    /// Reads members of the body; `nil` unless it is a JSON object.
    @_spi(Generated) public func objectIfPresent<Value: JSONReadable>(
        _ type: Value.Type = Value.self
    ) throws -> Value? {
        let blanks = " \n\r\t".utf8
        guard body.first(where: { !blanks.contains($0) }) == UInt8(ascii: "{"),
            (try? requireJSON("application/json")) != nil
        else { return nil }
        return try read(Value.self)
    }

    /// Reads the body as a text in UTF-8.
    @_spi(Generated) public func text(mediaType: String) throws -> String {
        try requireType(mediaType) { $0 == Self.essence(mediaType) }
        guard let text = String(validating: body, as: UTF8.self) else {
            throw ServerRefusal(.badRequest, "the body is not UTF-8")
        }
        return text
    }

    /// Returns the body as it is.
    @_spi(Generated) public func bytes(mediaType: String) throws -> Data {
        try requireType(mediaType) { $0 == Self.essence(mediaType) }
        return body
    }

    /// Reads the body as a value of JSON in each line.
    @_spi(Generated) public func lines<Value: JSONReadable>(mediaType: String) throws -> [Value] {
        try requireType(mediaType) { $0 == Self.essence(mediaType) }
        return try body.split(separator: UInt8(ascii: "\n")).map { line in
            try refusingJSON { try JSONReader.read(Value.self, from: [UInt8](line)) }
        }
    }

    private static func essence(_ mediaType: String) -> String {
        mediaType.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    }

    private func requireJSON(_ mediaType: String) throws {
        let own = Self.essence(mediaType)
        try requireType(mediaType) {
            $0 == own || $0 == "application/json" || $0.hasSuffix("+json")
        }
    }

    private func read<Value: JSONReadable>(_ type: Value.Type) throws -> Value {
        try refusingJSON { try JSONReader.read(Value.self, from: [UInt8](body)) }
    }

    private func refusingJSON<Value>(_ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch let error as JSONError {
            throw ServerRefusal(.badRequest, Self.problem(error))
        } catch {
            throw ServerRefusal(.badRequest, "the body is not as the spec says")
        }
    }

    /// Returns what is wrong in the body, without its values.
    private static func problem(_ error: JSONError) -> String {
        let place = error.path.isEmpty ? "the body" : "`\(error.path)` of the body"
        return switch error.reason {
        case .syntax: "the body is not JSON"
        case .missing: "\(place) is missing"
        default: "\(place) is \(error.found), and should be \(error.expected)"
        }
    }
}
