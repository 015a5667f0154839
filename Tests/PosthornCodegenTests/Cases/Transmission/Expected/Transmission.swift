// Generated from Transmission/Transmission.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `TransmissionAPI`.
public struct TransmissionAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// The credentials that the spec names.
    public var auth: Auth

    private static let envelope: any ResponsePolicy = .envelope(
        code: "result", payload: "arguments", success: "success")

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, auth: Auth) {
        self.configuration = configuration
        self.auth = auth
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy = Self.envelope
        request.auth = .all(
            .basic("user"), .header("X-Transmission-Session-Id", credential: "session"))
    }

    /// Finds the credential that an endpoint names.
    public func credential(named name: String) -> Credential? {
        switch name {
        case "user": auth.user
        case "session": auth.session
        default: nil
        }
    }

    /// The credentials of ``TransmissionAPI``; their values are bound here and never in the spec.
    public struct Auth: Sendable {
        /// Sent as `Authorization: Basic …`.
        public var user: Credential
        /// Protects against forged requests.
        ///
        /// Sent as the header `X-Transmission-Session-Id`.
        ///
        /// The server issues it in a response with 409; the client needs no value.
        public var session: Credential

        /// Creates the set of credentials.
        public init(user: Credential, session: Credential = .serverIssued(with: 409)) {
            self.user = user
            self.session = session
        }
    }
}

extension TransmissionAPI {
    /// `POST /transmission/rpc`.
    nonisolated(nonsending) public func session() async throws(APIError) -> DaemonState {
        try await send(Session())
    }

    /// The request behind ``session()``.
    public struct Session: Endpoint {
        public typealias Output = DaemonState

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/transmission/rpc")
            request.body("method", "session-get")
        }
    }
}

extension TransmissionAPI {
    /// `POST /transmission/rpc`.
    nonisolated(nonsending) public func setLimit(arguments: SpeedLimit) async throws(APIError) {
        try await send(SetLimit(arguments: arguments))
    }

    /// The request behind ``setLimit(arguments:)``.
    public struct SetLimit: Endpoint {
        public let arguments: SpeedLimit

        public init(arguments: SpeedLimit) {
            self.arguments = arguments
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/transmission/rpc")
            request.body("method", "session-set")
            request.body("arguments", arguments)
        }
    }
}

/// The `DaemonState` type of ``TransmissionAPI``.
public struct DaemonState: JSONModel {
    public var version: String
    public var limit: Int

    public init(version: String, limit: Int) {
        self.version = version
        self.limit = limit
    }

    public init(json: inout JSONReader) throws {
        version = ""
        limit = 0
        var object = json.beginObject("version speed-limit-down")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: version = json.string()
            case 1: limit = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("version", version)
        json.write("speed-limit-down", limit)
        json.endObject()
    }
}

/// The `SpeedLimit` type of ``TransmissionAPI``.
public struct SpeedLimit: JSONModel {
    public var limit: Int

    public init(limit: Int) {
        self.limit = limit
    }

    public init(json: inout JSONReader) throws {
        limit = 0
        var object = json.beginObject("speed-limit-down")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: limit = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("speed-limit-down", limit)
        json.endObject()
    }
}
