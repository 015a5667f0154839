// Generated from WireForms/WireForms.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `WireFormsAPI`.
public struct WireFormsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension WireFormsAPI {
    /// `POST /send/{day}`.
    /// - Parameters:
    ///   - from: Not sent when `nil`.
    ///   - days: Not sent when `nil`.
    ///   - mark: Not sent when `nil`.
    ///   - at: Not sent when `nil`.
    ///   - key: Not sent when `nil`.
    nonisolated(nonsending) public func submit(
        day: Date, since: Date, seen: Date, until: Date, from: Date? = nil, days: [Date]? = nil,
        mark: Data? = nil, at: [Date]? = nil, key: Data? = nil
    ) async throws(APIError) {
        try await send(
            Submit(
                day: day, since: since, seen: seen, until: until, from: from, days: days,
                mark: mark, at: at, key: key))
    }

    /// The request behind ``submit(day:since:seen:until:from:days:mark:at:key:)``.
    public struct Submit: Endpoint {
        public let day: Date
        public let from: Date?
        public let days: [Date]?
        public let since: Date
        public let seen: Date
        public let mark: Data?
        public let until: Date
        public let at: [Date]?
        public let key: Data?

        public init(
            day: Date, since: Date, seen: Date, until: Date, from: Date? = nil, days: [Date]? = nil,
            mark: Data? = nil, at: [Date]? = nil, key: Data? = nil
        ) {
            self.day = day
            self.from = from
            self.days = days
            self.since = since
            self.seen = seen
            self.mark = mark
            self.until = until
            self.at = at
            self.key = key
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/send/{day}")
            request.path("day", day, as: .day)
            request.query("from", from, as: .millis)
            request.query("days", days, as: .day)
            request.header("X-Since", since, as: .http)
            request.cookie("seen", seen, as: .unix)
            request.cookie("mark", mark, as: .hex)
            request.form("until", until, as: .day)
            request.form("at", at, as: .unix)
            request.form("key", key, as: .base64url)
        }
    }
}

extension WireFormsAPI {
    /// `POST /attach`.
    /// - Parameter print: Not sent when `nil`.
    nonisolated(nonsending) public func attach(
        taken: Date, days: [Date], seen: [String: Date], print: Data? = nil
    ) async throws(APIError) {
        try await send(Attach(taken: taken, days: days, seen: seen, print: print))
    }

    /// The request behind ``attach(taken:days:seen:print:)``.
    public struct Attach: Endpoint {
        public let taken: Date
        public let days: [Date]
        public let print: Data?
        public let seen: [String: Date]

        public init(taken: Date, days: [Date], seen: [String: Date], print: Data? = nil) {
            self.taken = taken
            self.days = days
            self.print = print
            self.seen = seen
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/attach")
            request.part("taken", taken, as: .unix)
            request.part("days", days, as: .day)
            request.part("print", print, as: .hex)
            request.part("seen", json: seen, as: .unix)
        }
    }
}

extension WireFormsAPI {
    /// `GET /read`.
    nonisolated(nonsending) public func read() async throws(APIError) -> Read.Output {
        try await send(Read())
    }

    /// The request behind ``read()``.
    public struct Read: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/read")
        }

        public static var addsWildcardToAccept: Bool { true }

        public static func output(from response: CallResponse) throws -> Output {
            try response.validateEmpty()
            return try Output(
                lastModified: response.header("Last-Modified", as: .http),
                reset: response.header("X-Reset", as: .unix),
                millis: response.header("X-Millis", as: .millis),
                print: response.header("X-Print", as: .hex),
                plain: response.header("X-Plain", as: .base64))
        }

        /// What ``read()`` returns, with header fields of the response.
        public struct Output: Sendable {
            /// The header `Last-Modified`.
            public let lastModified: Date
            /// The header `X-Reset`.
            public let reset: Date?
            /// The header `X-Millis`.
            public let millis: Date?
            /// The header `X-Print`.
            public let print: Data?
            /// The header `X-Plain`.
            public let plain: Data?

            public init(
                lastModified: Date, reset: Date? = nil, millis: Date? = nil, print: Data? = nil,
                plain: Data? = nil
            ) {
                self.lastModified = lastModified
                self.reset = reset
                self.millis = millis
                self.print = print
                self.plain = plain
            }
        }
    }
}
