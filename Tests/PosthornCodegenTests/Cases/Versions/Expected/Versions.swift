// Generated from Versions/Versions.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `VersionsAPI`.
public struct VersionsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.requestID("X-Request-ID")
        request.header("API-Version", "2026-11-01")
        request.refusesVersion(with: 410, in: "API-Version")
        request.header("X-Device", "d1")
    }

    /// Returns the same service with another version of the API than `2026-11-01`.
    public func version(_ version: String) -> Self {
        with { $0.header("API-Version", version) }
    }
}

extension VersionsAPI {
    /// `GET /orders`.
    nonisolated(nonsending) public func list() async throws(APIError) -> [Int] {
        try await send(List())
    }

    /// The request behind ``list()``.
    public struct List: Endpoint {
        public typealias Output = [Int]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders")
        }
    }
}

extension VersionsAPI {
    /// `GET /old`.
    nonisolated(nonsending) public func old() async throws(APIError) -> [Int] {
        try await send(Old())
    }

    /// The request behind ``old()``.
    public struct Old: Endpoint {
        public typealias Output = [Int]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/old")
            request.header("API-Version", "2025-06-01")
        }
    }
}

extension VersionsAPI {
    /// `GET /bare`.
    nonisolated(nonsending) public func bare() async throws(APIError) -> [Int] {
        try await send(Bare())
    }

    /// The request behind ``bare()``.
    public struct Bare: Endpoint {
        public typealias Output = [Int]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/bare")
            request.removeCommon()
            request.header("API-Version", "2026-11-01")
        }
    }
}

extension VersionsAPI {
    /// `GET /known`.
    nonisolated(nonsending) public func known() async throws(Known.Failure) -> [Int] {
        try await send(Known())
    }

    /// The request behind ``known()``.
    public struct Known: Endpoint {
        public typealias Output = [Int]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/known")
        }

        /// The ways in which ``known()`` fails.
        public enum Failure: EndpointFailure {
            /// Status 410.
            case gone(Documented<VersionsProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 410: .gone(try response.failure(named: "gone"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .gone(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

/// The `VersionsProblem` type of ``VersionsAPI``.
public struct VersionsProblem: JSONModel {
    public var supported: [String]

    public init(supported: [String]) {
        self.supported = supported
    }

    public init(json: inout JSONReader) throws {
        supported = []
        var object = json.beginObject("supported")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: supported = json.array()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("supported", supported)
        json.endObject()
    }
}
