// Generated from Common/Common.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// What is sent with every call.
///
/// There is more to say of it, on several lines that are wrapped in another way.
public struct CommonAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// What is sent with every endpoint.
    public var common: Common
    /// The ciphers that the spec names.
    public var ciphers: Ciphers

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, common: Common, ciphers: Ciphers) {
        self.configuration = configuration
        self.common = common
        self.ciphers = ciphers
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.query("api_version", common.apiVersion)
        request.query("trace", common.trace)
        request.header("X-App-Version", common.appVersion)
        request.header("X-Device-ID", common.deviceID)
        request.header("X-Locale", common.locale)
        request.body("channel", common.channel)
        request.body("tags", common.tags)
    }

    /// Finds the cipher that an endpoint names.
    public func cipher(named name: String) -> (any PayloadCipher)? {
        switch name {
        case "partner": ciphers.partner
        case "default": ciphers.default
        default: nil
        }
    }

    /// What is sent with every endpoint of ``CommonAPI``.
    public struct Common: Sendable {
        /// Sent as the query parameter `api_version`.
        ///
        /// The default is `3`.
        public var apiVersion: Int
        /// Sent as the query parameter `trace`.
        ///
        /// Not sent when `nil`.
        public var trace: Bool?
        /// Sent as the header `X-App-Version`.
        ///
        /// The default is `4.2`.
        public var appVersion: String
        /// Stable per installation.
        public var deviceID: String
        /// The user's language.
        ///
        /// Not sent when `nil`.
        public var locale: String?
        /// Sent as the body field `channel`.
        public var channel: Channel
        /// Sent as the body field `tags`.
        ///
        /// The default is `a`, `b`.
        public var tags: [String]

        /// Creates the common parameters.
        public init(
            deviceID: String, channel: Channel, apiVersion: Int = 3, trace: Bool? = nil,
            appVersion: String = "4.2", locale: String? = nil, tags: [String] = ["a", "b"]
        ) {
            self.apiVersion = apiVersion
            self.trace = trace
            self.appVersion = appVersion
            self.deviceID = deviceID
            self.locale = locale
            self.channel = channel
            self.tags = tags
        }

        /// The values of `channel`.
        public enum Channel: OpenEnum {
            case web
            case ios
            case android
            /// A value that the spec does not list.
            case unknown(String)

            public static var knownCases: [Self] {
                [.web, .ios, .android]
            }

            public init(rawValue: String) {
                switch rawValue {
                case "web": self = .web
                case "ios": self = .ios
                case "android": self = .android
                default: self = .unknown(rawValue)
                }
            }

            public var rawValue: String {
                switch self {
                case .web: "web"
                case .ios: "ios"
                case .android: "android"
                case .unknown(let value): value
                }
            }
        }
    }

    /// The ciphers of ``CommonAPI``; the keys are bound here and never in the spec.
    public struct Ciphers: Sendable {
        /// Seals the bodies that go to partner endpoints.
        public var partner: any PayloadCipher
        /// The cipher that the spec names `default`.
        public var `default`: any PayloadCipher

        /// Creates the set of ciphers.
        public init(partner: any PayloadCipher, default: any PayloadCipher) {
            self.partner = partner
            self.default = `default`
        }
    }
}

extension CommonAPI {
    /// `POST /plain`.
    nonisolated(nonsending) public func plain(text: String) async throws(APIError) {
        try await send(Plain(text: text))
    }

    /// The request behind ``plain(text:)``.
    public struct Plain: Endpoint {
        public let text: String

        public init(text: String) {
            self.text = text
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/plain")
            request.cipher = .plaintext
            request.body("text", text)
        }
    }
}

extension CommonAPI {
    /// `POST /sealed`, body sealed with the `default` cipher.
    nonisolated(nonsending) public func sealed(text: String) async throws(APIError) {
        try await send(Sealed(text: text))
    }

    /// The request behind ``sealed(text:)``.
    public struct Sealed: Endpoint {
        public let text: String

        public init(text: String) {
            self.text = text
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/sealed")
            request.cipher = .named("default")
            request.body("text", text)
        }
    }
}

extension CommonAPI {
    /// `GET /sealed`, sealed with the `partner` cipher.
    nonisolated(nonsending) public func sealedRead() async throws(APIError) {
        try await send(SealedRead())
    }

    /// The request behind ``sealedRead()``.
    public struct SealedRead: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/sealed")
            request.cipher = .named("partner")
        }
    }
}
