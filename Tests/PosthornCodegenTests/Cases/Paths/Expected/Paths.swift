// Generated from Paths/Paths.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `PathsAPI`.
public struct PathsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension PathsAPI {
    /// `GET /users/{user_id}/files/{number}`.
    /// - Parameter user: Who has the file.
    nonisolated(nonsending) public func getFile(user: UUID, number: Int) async throws(APIError) {
        try await send(GetFile(user: user, number: number))
    }

    /// The request behind ``getFile(user:number:)``.
    public struct GetFile: Endpoint {
        public let user: UUID
        public let number: Int

        public init(user: UUID, number: Int) {
            self.user = user
            self.number = number
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/users/{user_id}/files/{number}")
            request.path("user_id", user)
            request.path("number", number)
        }
    }
}

extension PathsAPI {
    /// Fetches a day.
    ///
    /// It is described twice, once in a sentence and once in another.
    ///
    /// `GET /days/{day}/{kind}`.
    nonisolated(nonsending) public func getDay(day: Date, kind: PathsKind) async throws(APIError) {
        try await send(GetDay(day: day, kind: kind))
    }

    /// The request behind ``getDay(day:kind:)``.
    public struct GetDay: Endpoint {
        public let day: Date
        public let kind: PathsKind

        public init(day: Date, kind: PathsKind) {
            self.day = day
            self.kind = kind
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/days/{day}/{kind}")
            request.path("day", day)
            request.path("kind", kind)
        }
    }
}

extension PathsAPI {
    /// `GET /l/{lang}`.
    nonisolated(nonsending) public func getLanguage(lang: GetLanguage.Lang) async throws(APIError) {
        try await send(GetLanguage(lang: lang))
    }

    /// The request behind ``getLanguage(lang:)``.
    public struct GetLanguage: Endpoint {
        public let lang: Lang

        public init(lang: Lang) {
            self.lang = lang
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/l/{lang}")
            request.path("lang", lang)
        }

        /// The values of `lang`.
        public enum Lang: OpenEnum {
            case en
            case de
            /// A value that the spec does not list.
            case unknown(String)

            public static var knownCases: [Self] {
                [.en, .de]
            }

            public init(rawValue: String) {
                switch rawValue {
                case "en": self = .en
                case "de": self = .de
                default: self = .unknown(rawValue)
                }
            }

            public var rawValue: String {
                switch self {
                case .en: "en"
                case .de: "de"
                case .unknown(let value): value
                }
            }
        }
    }
}

extension PathsAPI {
    /// `GET /v1.2/a-b_c~d/{id}/versions;latest`.
    nonisolated(nonsending) public func getVersions(id: String) async throws(APIError) {
        try await send(GetVersions(id: id))
    }

    /// The request behind ``getVersions(id:)``.
    public struct GetVersions: Endpoint {
        public let id: String

        public init(id: String) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/v1.2/a-b_c~d/{id}/versions;latest")
            request.path("id", id)
        }
    }
}

/// The values of `PathsKind`.
public enum PathsKind: OpenEnum {
    case long
    case short
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [.long, .short]
    }

    public init(rawValue: String) {
        switch rawValue {
        case "long": self = .long
        case "short": self = .short
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .long: "long"
        case .short: "short"
        case .unknown(let value): value
        }
    }
}
