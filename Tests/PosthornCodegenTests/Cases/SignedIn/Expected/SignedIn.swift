// Generated from SignedIn/SignedIn.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `SignedInAPI`.
public struct SignedInAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// The credentials that the spec names.
    public var auth: Auth

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, auth: Auth) {
        self.configuration = configuration
        self.auth = auth
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.auth = .bearer("token")
    }

    /// Finds the credential that an endpoint names.
    public func credential(named name: String) -> Credential? {
        switch name {
        case "token": auth.token
        case "subject": auth.subject
        case "session": auth.session
        case "key": auth.key
        case "once": auth.once
        default: nil
        }
    }

    /// The failures that the endpoints of ``SignedInAPI`` share.
    public enum Failure: ServiceFailureConvertible {
        /// Status 403.
        case expired(Documented<Void>)
        /// A failure that the spec does not document.
        case other(APIError)

        public static func decode(from response: CallResponse) throws -> Self? {
            switch response.status.code {
            case 403: .expired(response.failure(named: "expired"))
            default: nil
            }
        }

        public var apiError: APIError {
            switch self {
            case .expired(let failure): failure.apiError
            case .other(let error): error
            }
        }
    }

    /// The credentials of ``SignedInAPI``; their values are bound here and never in the spec.
    public struct Auth: Sendable {
        /// The signed-in user.
        ///
        /// Sent as `Authorization: Bearer …`.
        ///
        /// The call `signIn` returns it: `.issued(by: SignedInAPI.SignInCall(…))`.
        public var token: Credential
        /// Sent as the header `X-Auth-Token`.
        ///
        /// The call `identity.authenticate` returns it: `.issued(by:
        /// SignedInAPI.Identity.Authenticate(…))`.
        public var subject: Credential
        /// Sent as the cookie `sid`.
        ///
        /// The call `open` returns it: `.issued(by: SignedInAPI.Open(…))`.
        public var session: Credential
        /// Sent as the query parameter `key`.
        ///
        /// The call `getKey` returns it: `.issued(by: SignedInAPI.GetKey(…))`.
        public var key: Credential
        /// Sent as `Authorization: Token …`.
        ///
        /// The call `exchange` returns it: `.issued(by: SignedInAPI.ExchangeCall(…))`.
        public var once: Credential

        /// Creates the set of credentials.
        public init(
            token: Credential, subject: Credential = .none, session: Credential = .none,
            key: Credential, once: Credential = .none
        ) {
            self.token = token
            self.subject = subject
            self.session = session
            self.key = key
            self.once = once
        }
    }
}

extension SignedInAPI {
    /// The calls of the group `identity`.
    public var identity: Identity { Identity(api: self) }

    /// The calls of the group `identity`.
    public struct Identity: Sendable {
        /// The service that makes the calls.
        public let api: SignedInAPI
    }
}

extension SignedInAPI.Identity {
    /// `POST /identity/tokens`.
    /// - Parameter password: Hidden wherever the value is shown.
    nonisolated(nonsending) public func authenticate(
        user: String, password: String
    ) async throws(Authenticate.Failure) {
        try await api.send(Authenticate(user: user, password: password))
    }

    /// The request behind ``authenticate(user:password:)``.
    public struct Authenticate: Endpoint, CredentialEndpoint {
        public static var name: String { "identity.authenticate" }

        public typealias Failure = SignedInAPI.Failure

        public let user: String

        @Secret
        public var password: String

        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/identity/tokens")
            request.hideValues("X-Subject-Token", "password")
            request.auth = nil
            request.body("user", user)
            request.body("password", password)
        }

        public func credential(in response: APIResponse<Output>) -> String? {
            response.raw.credential(inHeader: "X-Subject-Token")
        }
    }
}

extension SignedInAPI {
    /// `POST /sessions`.
    /// - Parameter password: Hidden wherever the value is shown.
    nonisolated(nonsending) public func signIn(
        name: String, password: String
    ) async throws(SignInCall.Failure) -> SignIn {
        try await send(SignInCall(name: name, password: password))
    }

    /// The request behind ``signIn(name:password:)``.
    public struct SignInCall: Endpoint, CredentialEndpoint {
        public static var name: String { "signIn" }

        public typealias Output = SignIn
        public typealias Failure = SignedInAPI.Failure

        public let name: String

        @Secret
        public var password: String

        public init(name: String, password: String) {
            self.name = name
            self.password = password
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/sessions")
            request.hideValues("password", "token")
            request.auth = nil
            request.body("name", name)
            request.body("password", password)
        }

        public func credential(in response: APIResponse<Output>) -> String? {
            response.value.session?.token
        }
    }
}

extension SignedInAPI {
    /// `POST /open`.
    nonisolated(nonsending) public func open(user: String) async throws(Open.Failure) {
        try await send(Open(user: user))
    }

    /// The request behind ``open(user:)``.
    public struct Open: Endpoint, CredentialEndpoint {
        public typealias Failure = SignedInAPI.Failure

        public let user: String

        public init(user: String) {
            self.user = user
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/open")
            request.auth = nil
            request.form("user", user)
        }

        public func credential(in response: APIResponse<Output>) -> String? {
            response.raw.credential(inCookie: "sid")
        }
    }
}

extension SignedInAPI {
    /// `GET /key`.
    nonisolated(nonsending) public func getKey() async throws(GetKey.Failure) -> String {
        try await send(GetKey())
    }

    /// The request behind ``getKey()``.
    public struct GetKey: Endpoint, CredentialEndpoint {
        public typealias Output = String
        public typealias Failure = SignedInAPI.Failure

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/key")
            request.hideValues("")
            request.refreshStatuses = [401, 403]
            request.responsePolicy = .raw
            request.auth = .bearer("token")
        }

        public func credential(in response: APIResponse<Output>) -> String? {
            response.value
        }
    }
}

extension SignedInAPI {
    /// `POST /exchange`.
    nonisolated(nonsending) public func exchange()
        async throws(ExchangeCall.Failure) -> ExchangeCall.Output
    {
        try await send(ExchangeCall())
    }

    /// The request behind ``exchange()``.
    public struct ExchangeCall: Endpoint, CredentialEndpoint {
        public static var name: String { "exchange" }

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/exchange")
            request.hideValues("token")
            request.refreshStatuses = [403]
            request.auth = .query("key", credential: "key")
        }

        public func credential(in response: APIResponse<Output>) -> String? {
            response.value.value.token
        }

        public static func output(from response: CallResponse) throws -> Output {
            try Output(value: response.value(), count: response.header("X-Count"))
        }

        /// What ``exchange()`` returns, with header fields of the response.
        public struct Output: Sendable {
            /// The body.
            public var value: Exchange

            /// The header `X-Count`.
            public let count: Int

            public init(value: Exchange, count: Int) {
                self.value = value
                self.count = count
            }
        }

        /// The ways in which ``exchange()`` fails.
        public enum Failure: ServiceFailureConvertible {
            /// Status 401.
            case unauthorized(Documented<Void>)
            /// Status 403.
            case expired(Documented<Void>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 401: .unauthorized(response.failure(named: "unauthorized"))
                case 403: .expired(response.failure(named: "expired"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .unauthorized(let failure): failure.apiError
                case .expired(let failure): failure.apiError
                case .other(let error): error
                }
            }

            public var serviceFailure: SignedInAPI.Failure {
                switch self {
                case .expired(let failure): .expired(failure)
                default: .other(apiError)
                }
            }
        }
    }
}

extension SignedInAPI {
    /// `GET /read`.
    nonisolated(nonsending) public func read() async throws(Read.Failure) -> String {
        try await send(Read())
    }

    /// The request behind ``read()``.
    public struct Read: Endpoint {
        public typealias Output = String
        public typealias Failure = SignedInAPI.Failure

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/read")
            request.refreshStatuses = [401, 403]
            request.responsePolicy = .raw
        }
    }
}

extension SignedInAPI {
    /// `GET /record`.
    nonisolated(nonsending) public func getRecord() async throws(GetRecord.Failure) -> String {
        try await send(GetRecord())
    }

    /// The request behind ``getRecord()``.
    public struct GetRecord: Endpoint {
        public typealias Output = String

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/record")
            request.refreshStatuses = [401, 403]
            request.refreshCodes = [40101]
            request.responsePolicy = .envelope(
                code: "code", message: "message", payload: "data", success: 0)
        }

        /// The ways in which ``getRecord()`` fails.
        public enum Failure: ServiceFailureConvertible {
            /// Code `40101`.
            case signedOut(Documented<Void>)
            /// Code `"GONE"`.
            case gone(Documented<Void>)
            /// Status 403.
            case expired(Documented<Void>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(
                code: EnvelopeCode, from response: CallResponse
            ) throws -> Self? {
                switch code {
                case 40101: .signedOut(response.failure(named: "signedOut"))
                case "GONE": .gone(response.failure(named: "gone"))
                default: nil
                }
            }

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 403: .expired(response.failure(named: "expired"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .signedOut(let failure): failure.apiError
                case .gone(let failure): failure.apiError
                case .expired(let failure): failure.apiError
                case .other(let error): error
                }
            }

            public var serviceFailure: SignedInAPI.Failure {
                switch self {
                case .expired(let failure): .expired(failure)
                default: .other(apiError)
                }
            }
        }
    }
}

extension SignedInAPI {
    /// `GET /list`.
    nonisolated(nonsending) public func list() async throws(List.Failure) -> [String] {
        try await send(List())
    }

    /// The request behind ``list()``.
    public struct List: Endpoint {
        public typealias Output = [String]
        public typealias Failure = SignedInAPI.Failure

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/list")
            request.refreshStatuses = [401, 403]
            request.auth = .any(
                .header("X-Auth-Token", credential: "subject"),
                .all(
                    .cookie("sid", credential: "session"),
                    .header("Authorization", prefix: "Token ", credential: "once")))
        }
    }
}

/// The `SignIn` type of ``SignedInAPI``.
public struct SignIn: JSONModel {
    public var session: Session?

    public init(session: Session? = nil) {
        self.session = session
    }

    public init(json: inout JSONReader) throws {
        var object = json.beginObject("session?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: session = json.valueIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.writeIfPresent("session", session)
        json.endObject()
    }

    /// The values of `session`.
    public struct Session: JSONModel {
        public var token: String

        public init(token: String) {
            self.token = token
        }

        public init(json: inout JSONReader) throws {
            token = ""
            var object = json.beginObject("token")
            readMembers(&json, &object)
            try json.endObject(object)
        }

        @inline(never)
        private mutating func readMembers(
            _ json: inout JSONReader, _ object: inout JSONReader.Object
        ) {
            while let member = json.nextMember(&object) {
                switch member {
                case 0: token = json.string()
                default: break
                }
            }
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("token", token)
            json.endObject()
        }
    }
}

/// The `Exchange` type of ``SignedInAPI``.
public struct Exchange: JSONModel {
    public var token: String?

    public init(token: String? = nil) {
        self.token = token
    }

    public init(json: inout JSONReader) throws {
        var object = json.beginObject("token?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: token = json.stringIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.writeIfPresent("token", token)
        json.endObject()
    }
}
