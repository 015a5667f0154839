// Generated from SameNames/SameNames.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `SameNamesAPI`.
public struct SameNamesAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension SameNamesAPI {
    /// `GET /status`.
    nonisolated(nonsending) public func sameNamesStatus()
        async throws(SameNamesStatusCall.Failure) -> SameNamesStatus
    {
        try await send(SameNamesStatusCall())
    }

    /// The request behind ``sameNamesStatus()``.
    public struct SameNamesStatusCall: Endpoint {
        public static var name: String { "sameNamesStatus" }

        public typealias Output = SameNamesStatus

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/status")
        }

        /// The ways in which ``sameNamesStatus()`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<SameNamesStatus>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension SameNamesAPI {
    /// `GET /other`.
    nonisolated(nonsending) public func sameNamesOther()
        async throws(SameNamesOtherCallCall.Failure) -> [SameNamesOther]
    {
        try await send(SameNamesOtherCallCall())
    }

    /// The request behind ``sameNamesOther()``.
    public struct SameNamesOtherCallCall: Endpoint {
        public static var name: String { "sameNamesOther" }

        public typealias Output = [SameNamesOther]
        public typealias Failure = SameNamesStatusCall.Failure

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/other")
        }
    }
}

/// The `SameNamesStatus` type of ``SameNamesAPI``.
public struct SameNamesStatus: JSONModel {
    public var state: State

    public init(state: State) {
        self.state = state
    }

    public init(json: inout JSONReader) throws {
        var state: State?
        var object = json.beginObject("state")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: state = json.value()
            default: break
            }
        }
        guard json.finish(object), let state else { throw json.takeFailure() }
        self.state = state
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("state", state)
        json.endObject()
    }

    /// The values of `state`.
    public enum State: OpenEnum {
        case up
        case down
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.up, .down]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "up": self = .up
            case "down": self = .down
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .up: "up"
            case .down: "down"
            case .unknown(let value): value
            }
        }
    }
}

/// The `SameNamesOther` type of ``SameNamesAPI``.
public struct SameNamesOther: JSONModel {
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

/// The `SameNamesOtherCall` type of ``SameNamesAPI``.
public struct SameNamesOtherCall: JSONModel {
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
