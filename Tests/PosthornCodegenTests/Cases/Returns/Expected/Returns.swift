// Generated from Returns/Returns.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `ReturnsAPI`.
public struct ReturnsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension ReturnsAPI {
    /// `GET /a`.
    nonisolated(nonsending) public func nothing() async throws(APIError) {
        try await send(Nothing())
    }

    /// The request behind ``nothing()``.
    public struct Nothing: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/a")
        }
    }
}

extension ReturnsAPI {
    /// `GET /b`.
    nonisolated(nonsending) public func one() async throws(APIError) -> ReturnsItem {
        try await send(One())
    }

    /// The request behind ``one()``.
    public struct One: Endpoint {
        public typealias Output = ReturnsItem

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/b")
        }
    }
}

extension ReturnsAPI {
    /// `GET /c`.
    nonisolated(nonsending) public func many() async throws(APIError) -> [ReturnsItem] {
        try await send(Many())
    }

    /// The request behind ``many()``.
    public struct Many: Endpoint {
        public typealias Output = [ReturnsItem]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/c")
        }
    }
}

extension ReturnsAPI {
    /// `GET /d`.
    nonisolated(nonsending) public func table() async throws(APIError) -> [String: [ReturnsItem]] {
        try await send(Table())
    }

    /// The request behind ``table()``.
    public struct Table: Endpoint {
        public typealias Output = [String: [ReturnsItem]]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/d")
        }
    }
}

extension ReturnsAPI {
    /// `GET /e`.
    nonisolated(nonsending) public func number() async throws(APIError) -> Int {
        try await send(Number())
    }

    /// The request behind ``number()``.
    public struct Number: Endpoint {
        public typealias Output = Int

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/e")
        }
    }
}

extension ReturnsAPI {
    /// `GET /f`.
    nonisolated(nonsending) public func bytes() async throws(APIError) -> Data {
        try await send(BytesCall())
    }

    /// The request behind ``bytes()``.
    public struct BytesCall: Endpoint {
        public typealias Output = Data

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/f")
            request.responsePolicy = .raw
        }
    }
}

extension ReturnsAPI {
    /// `GET /g`.
    nonisolated(nonsending) public func text() async throws(APIError) -> String {
        try await send(Text())
    }

    /// The request behind ``text()``.
    public struct Text: Endpoint {
        public typealias Output = String

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/g")
            request.responsePolicy = .raw
        }
    }
}

extension ReturnsAPI {
    /// `GET /h`.
    nonisolated(nonsending) public func words() async throws(APIError) -> [String] {
        try await send(Words())
    }

    /// The request behind ``words()``.
    public struct Words: Endpoint {
        public typealias Output = [String]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/h")
        }
    }
}

extension ReturnsAPI {
    /// `GET /i`.
    nonisolated(nonsending) public func kind() async throws(APIError) -> ReturnsKind {
        try await send(Kind())
    }

    /// The request behind ``kind()``.
    public struct Kind: Endpoint {
        public typealias Output = ReturnsKind

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/i")
        }
    }
}

/// The `ReturnsItem` type of ``ReturnsAPI``.
public struct ReturnsItem: JSONModel {
    public var id: Int

    public init(id: Int) {
        self.id = id
    }

    public init(json: inout JSONReader) throws {
        id = 0
        var object = json.beginObject("id")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.endObject()
    }
}

/// The values of `ReturnsKind`.
public enum ReturnsKind: OpenEnum {
    case a
    case b
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [.a, .b]
    }

    public init(rawValue: String) {
        switch rawValue {
        case "a": self = .a
        case "b": self = .b
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .a: "a"
        case .b: "b"
        case .unknown(let value): value
        }
    }
}
