// Generated from Headers/Headers.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `HeadersAPI`.
public struct HeadersAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension HeadersAPI {
    /// `GET /thing`.
    /// - Parameters:
    ///   - ifNoneMatch: The tag of the copy that the caller has. Not sent when `nil`.
    ///   - ifModifiedSince: Not sent when `nil`.
    ///   - count: The default is `2`.
    ///   - acceptLanguage: Not sent when `nil`.
    nonisolated(nonsending) public func conditional(
        mode: Conditional.Mode, ifNoneMatch: String? = nil, ifModifiedSince: Date? = nil,
        count: Int = 2, acceptLanguage: [String]? = nil
    ) async throws(APIError) {
        try await send(
            Conditional(
                mode: mode, ifNoneMatch: ifNoneMatch, ifModifiedSince: ifModifiedSince,
                count: count, acceptLanguage: acceptLanguage))
    }

    /// The request behind ``conditional(mode:ifNoneMatch:ifModifiedSince:count:acceptLanguage:)``.
    public struct Conditional: Endpoint {
        public let ifNoneMatch: String?
        public let ifModifiedSince: Date?
        public let count: Int
        public let mode: Mode
        public let acceptLanguage: [String]?

        public init(
            mode: Mode, ifNoneMatch: String? = nil, ifModifiedSince: Date? = nil, count: Int = 2,
            acceptLanguage: [String]? = nil
        ) {
            self.ifNoneMatch = ifNoneMatch
            self.ifModifiedSince = ifModifiedSince
            self.count = count
            self.mode = mode
            self.acceptLanguage = acceptLanguage
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/thing")
            request.header("If-None-Match", ifNoneMatch)
            request.header("If-Modified-Since", ifModifiedSince)
            request.header("X-Count", count)
            request.header("X-Mode", mode)
            request.header("Accept-Language", acceptLanguage)
        }

        /// The values of `X-Mode`.
        public enum Mode: OpenEnum {
            case fast
            case slow
            /// A value that the spec does not list.
            case unknown(String)

            public static var knownCases: [Self] {
                [.fast, .slow]
            }

            public init(rawValue: String) {
                switch rawValue {
                case "fast": self = .fast
                case "slow": self = .slow
                default: self = .unknown(rawValue)
                }
            }

            public var rawValue: String {
                switch self {
                case .fast: "fast"
                case .slow: "slow"
                case .unknown(let value): value
                }
            }
        }
    }
}
