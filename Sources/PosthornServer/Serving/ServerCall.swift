import FoundationEssentials
@_spi(Generated) public import PosthornCore
internal import PosthornSupport

/// A request to an endpoint after it was opened, from which generated code reads the parameters.
@_spi(Generated) public struct ServerCall: Sendable {
    /// The request.
    @_spi(Generated) public let request: TransportRequest
    /// The policy that reads the responses of the service.
    let policy: any ResponsePolicy
    /// The values of the path by name, without percent-encoding.
    package let pathValues: [String: String]
    /// The items of the query in their order.
    package let items: [(name: String, value: String)]

    init(
        _ request: TransportRequest, _ pathValues: [String: String], _ policy: any ResponsePolicy
    ) throws {
        self.request = request
        self.policy = policy
        let query = request.target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        items = try Self.items(of: query, "the query")
        self.pathValues = try pathValues.mapValues { value in
            guard let text = PercentDecoding.text(value) else {
                throw ServerRefusal(.badRequest, "the path is not percent-encoded UTF-8")
            }
            return text
        }
    }

    private static func items(
        of text: some StringProtocol, _ place: String
    ) throws -> [(name: String, value: String)] {
        try text.split(separator: "&").map { pair in
            let parts = try pair.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false
            ).map { part in
                guard let bytes = PercentDecoding.bytes(part, plusIsSpace: true),
                    let text = String(validating: bytes, as: UTF8.self)
                else {
                    throw ServerRefusal(.badRequest, "\(place) is not percent-encoded UTF-8")
                }
                return text
            }
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }
    }

    /// Returns the value of a parameter of the path.
    @_spi(Generated) public func path(_ name: String) -> ServerTexts {
        ServerTexts("path parameter", name, pathValues[name].map { [$0] } ?? [])
    }

    /// Returns the values of a parameter of the query.
    ///
    /// - Parameter separator: What separates the elements of a list in one value; `nil`, the default, for a list with
    ///   a parameter for each element.
    @_spi(Generated) public func query(
        _ name: String, separatedBy separator: Character? = nil
    ) -> ServerTexts {
        ServerTexts("query parameter", name, Self.values(of: name, in: items, separator))
    }

    /// Returns whether the query has a parameter, which needs no value.
    @_spi(Generated) public func flag(_ name: String) -> Bool {
        items.contains { ByteEqualName($0.name) == ByteEqualName(name) }
    }

    /// Returns the lines of a header field.
    @_spi(Generated) public func header(_ name: String) -> ServerTexts {
        ServerTexts(
            "header field", name, HTTPField.Name(name).map { request.headers[values: $0] } ?? [])
    }

    /// Returns the value of a cookie.
    @_spi(Generated) public func cookie(_ name: String) -> ServerTexts {
        let pairs = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
            .map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
        let values = pairs.filter { $0.count == 2 && $0[0].drop { $0 == " " } == name }
            .map { String($0[1]) }
        return ServerTexts("cookie", name, values)
    }

    /// Returns the fields of a URL-encoded body.
    /// - Throws: A ``ServerRefusal`` with the status 400 or 415.
    @_spi(Generated) public func form() throws -> ServerForm {
        try requireType("application/x-www-form-urlencoded") {
            $0 == "application/x-www-form-urlencoded"
        }
        let text = String(decoding: body, as: UTF8.self)
        return ServerForm(items: try Self.items(of: text, "the body"))
    }

    static func values(
        of name: String, in items: [(name: String, value: String)], _ separator: Character?
    ) -> [String] {
        let values = items.filter { ByteEqualName($0.name) == ByteEqualName(name) }.map(\.value)
        guard let separator else { return values }
        return values.flatMap {
            $0.isEmpty
                ? [] : $0.split(separator: separator, omittingEmptySubsequences: false)
        }.map(String.init)
    }

    var body: Data { request.body?.data ?? Data() }

    /// Checks the media type of the body.
    func requireType(_ wanted: String, _ fits: (String) -> Bool) throws {
        let found = request.headers[.contentType].map {
            $0.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        }
        guard fits(found ?? "") else {
            throw ServerRefusal(
                .unsupportedMediaType, "the body has another media type than \(wanted)")
        }
    }

    /// Checks the limits of the spec, by which the client checks what it sends.
    /// - Throws: A ``ServerRefusal`` with the status 400.
    @_spi(Generated) public func check(_ endpoint: some EndpointRequest) throws {
        do {
            try endpoint.checkParameters()
        } catch {
            throw ServerRefusal(.badRequest, error.message)
        }
    }
}

/// The fields of a URL-encoded body.
@_spi(Generated) public struct ServerForm: Sendable {
    let items: [(name: String, value: String)]

    /// Returns the values of a field.
    ///
    /// - Parameter separator: What separates the elements of a list in one value; `nil`, the default, for a list with
    ///   a field for each element.
    @_spi(Generated) public func field(
        _ name: String, separatedBy separator: Character? = nil
    ) -> ServerTexts {
        ServerTexts("field of the form", name, ServerCall.values(of: name, in: items, separator))
    }
}

extension ServerCall: RedactedStringConvertible {
    /// The description of the request.
    public var description: String { request.description }
}

extension ServerForm: RedactedStringConvertible {
    /// The number of fields.
    public var description: String { "\(items.count) fields" }
}
