// Generated from Rules/Rules.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `RulesAPI`.
public struct RulesAPI: ExampleService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// What is sent with every endpoint.
    public var common: Common

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, common: Common = Common()) {
        self.configuration = configuration
        self.common = common
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.query("trace", common.trace)
        request.header("X-App-Version", common.appVersion)
        request.cookie("visitor", common.visitor)
        request.body("channel", common.channel)
    }

    /// A response of each endpoint, for stubs.
    public static var examples: [EndpointExample] {
        var list: [EndpointExample] = []
        list.append(EndpointExample("quick"))
        list.append(EndpointExample("patient"))
        list.append(EndpointExample("stubborn"))
        list.append(EndpointExample("hopeful"))
        list.append(EndpointExample("bare"))
        list.append(EndpointExample("partly"))
        list.append(EndpointExample("cookies"))
        list.append(EndpointExample("old", json: "{\"id\":1}"))
        list.append(EndpointExample("older"))
        list.append(EndpointExample("oldest"))
        list.append(EndpointExample("ancient"))
        list.append(EndpointExample("antique"))
        return list
    }

    /// What is sent with every endpoint of ``RulesAPI``.
    public struct Common: Sendable {
        /// Sent as the query parameter `trace`.
        ///
        /// The default is `true`.
        public var trace: Bool
        /// Sent as the header `X-App-Version`.
        ///
        /// The default is `4.2`.
        public var appVersion: String
        /// Sent as the cookie `visitor`.
        ///
        /// Not sent when `nil`.
        public var visitor: String?
        /// Sent as the body field `channel`.
        ///
        /// The default is `web`.
        public var channel: String

        /// Creates the common parameters.
        public init(
            trace: Bool = true, appVersion: String = "4.2", visitor: String? = nil,
            channel: String = "web"
        ) {
            self.trace = trace
            self.appVersion = appVersion
            self.visitor = visitor
            self.channel = channel
        }
    }
}

extension RulesAPI {
    /// `GET /quick`.
    nonisolated(nonsending) public func quick() async throws(APIError) {
        try await send(Quick())
    }

    /// The request behind ``quick()``.
    public struct Quick: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/quick")
            request.timeouts.total = .milliseconds(1500)
            request.retry = .never
            request.cache = CachePolicy(maxAge: .seconds(300), staleIfError: .seconds(86400))
            request.coalesces = true
        }
    }
}

extension RulesAPI {
    /// `POST /patient`.
    nonisolated(nonsending) public func patient(text: String) async throws(APIError) {
        try await send(Patient(text: text))
    }

    /// The request behind ``patient(text:)``.
    public struct Patient: Endpoint {
        public let text: String

        public init(text: String) {
            self.text = text
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/patient")
            request.timeouts.total = .seconds(120)
            request.retry = RetryRule(attempts: 4)
            request.sendsIdempotencyKey = true
            request.body("text", text)
        }
    }
}

extension RulesAPI {
    /// `GET /stubborn`.
    nonisolated(nonsending) public func stubborn() async throws(APIError) {
        try await send(Stubborn())
    }

    /// The request behind ``stubborn()``.
    public struct Stubborn: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/stubborn")
            request.retry = RetryRule(
                attempts: 4, on: [429, 503], baseDelay: .milliseconds(100),
                attemptTimeout: .seconds(2))
        }
    }
}

extension RulesAPI {
    /// `GET /hopeful`.
    nonisolated(nonsending) public func hopeful() async throws(APIError) {
        try await send(Hopeful())
    }

    /// The request behind ``hopeful()``.
    public struct Hopeful: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/hopeful")
            request.retry = RetryRule(on: [503], bodyDelay: .seconds("error.retry_after"))
        }
    }
}

extension RulesAPI {
    /// `POST /bare`.
    nonisolated(nonsending) public func bare(text: String) async throws(APIError) {
        try await send(Bare(text: text))
    }

    /// The request behind ``bare(text:)``.
    public struct Bare: Endpoint {
        public let text: String

        public init(text: String) {
            self.text = text
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/bare")
            request.removeCommon()
            request.body("text", text)
        }
    }
}

extension RulesAPI {
    /// `POST /partly`.
    nonisolated(nonsending) public func partly(text: String) async throws(APIError) {
        try await send(Partly(text: text))
    }

    /// The request behind ``partly(text:)``.
    public struct Partly: Endpoint {
        public let text: String

        public init(text: String) {
            self.text = text
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/partly")
            request.removeCommon(.header("X-App-Version"))
            request.removeCommon(.cookie("visitor"))
            request.removeCommon(.body("channel"))
            request.cache = CachePolicy(staleIfError: .seconds(3600))
            request.body("text", text)
        }
    }
}

extension RulesAPI {
    /// `GET /cookies`.
    /// - Parameters:
    ///   - sessionID: Who is signed in.
    ///   - theme: Not sent when `nil`.
    nonisolated(nonsending) public func cookies(
        sessionID: String, theme: Cookies.Theme? = nil
    ) async throws(APIError) {
        try await send(Cookies(sessionID: sessionID, theme: theme))
    }

    /// The request behind ``cookies(sessionID:theme:)``.
    public struct Cookies: Endpoint {
        public let sessionID: String
        public let theme: Theme?

        public init(sessionID: String, theme: Theme? = nil) {
            self.sessionID = sessionID
            self.theme = theme
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/cookies")
            request.cookie("session_id", sessionID)
            request.cookie("theme", theme)
        }

        /// The values of `theme`.
        public enum Theme: OpenEnum {
            case dark
            case light
            /// A value that the spec does not list.
            case unknown(String)

            public static var knownCases: [Self] {
                [.dark, .light]
            }

            public init(rawValue: String) {
                switch rawValue {
                case "dark": self = .dark
                case "light": self = .light
                default: self = .unknown(rawValue)
                }
            }

            public var rawValue: String {
                switch self {
                case .dark: "dark"
                case .light: "light"
                case .unknown(let value): value
                }
            }
        }
    }
}

extension RulesAPI {
    /// `GET /old`.
    @available(*, deprecated, message: "Use quick instead, it responds sooner.")
    nonisolated(nonsending) public func old() async throws(APIError) -> RulesItem {
        try await send(Old())
    }

    /// The request behind ``old()``.
    @available(*, deprecated, message: "Use quick instead, it responds sooner.")
    public struct Old: Endpoint {
        public typealias Output = RulesItem

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/old")
        }
    }
}

extension RulesAPI {
    /// `GET /older/{id}`.
    @available(*, deprecated)
    nonisolated(nonsending) public func older(id: String) async throws(APIError) {
        try await send(Older(id: id))
    }

    /// The request behind ``older(id:)``.
    @available(*, deprecated)
    public struct Older: Endpoint {
        public let id: String

        public init(id: String) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/older/{id}")
            request.path("id", id)
        }
    }
}

extension RulesAPI {
    /// `GET /oldest`.
    @available(
        *, deprecated,
        message: "Use quick instead, it responds sooner, and this one is switched off by summer."
    )
    nonisolated(nonsending) public func oldest() async throws(APIError) {
        try await send(Oldest())
    }

    /// The request behind ``oldest()``.
    @available(
        *, deprecated,
        message: "Use quick instead, it responds sooner, and this one is switched off by summer."
    )
    public struct Oldest: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/oldest")
        }
    }
}

extension RulesAPI {
    /// `GET /ancient`.
    @available(
        *, deprecated,
        message: """
            Use quick instead, it responds a lot sooner, and this one will be switched off in \
            June.
            """
    )
    nonisolated(nonsending) public func ancient() async throws(APIError) {
        try await send(Ancient())
    }

    /// The request behind ``ancient()``.
    @available(
        *, deprecated,
        message: """
            Use quick instead, it responds a lot sooner, and this one will be switched off in \
            June.
            """
    )
    public struct Ancient: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/ancient")
        }
    }
}

extension RulesAPI {
    /// `GET /antique`.
    @available(
        *, deprecated,
        message: """
            Use quick instead, which says \"sooner\", and this one will be switched off in June, \
            with all others of its age that have stayed so long.
            """
    )
    nonisolated(nonsending) public func antique() async throws(APIError) {
        try await send(Antique())
    }

    /// The request behind ``antique()``.
    @available(
        *, deprecated,
        message: """
            Use quick instead, which says \"sooner\", and this one will be switched off in June, \
            with all others of its age that have stayed so long.
            """
    )
    public struct Antique: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/antique")
        }
    }
}

/// The `RulesItem` type of ``RulesAPI``.
public struct RulesItem: JSONModel {
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
