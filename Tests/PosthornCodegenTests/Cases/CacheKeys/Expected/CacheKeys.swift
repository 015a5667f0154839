// Generated from CacheKeys/CacheKeys.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `CacheKeysAPI`.
public struct CacheKeysAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension CacheKeysAPI {
    /// `GET /orders/{id}`.
    /// - Parameter page: Not sent when `nil`.
    nonisolated(nonsending) public func list(
        id: String, nonce: String, region: CacheKeysRegion, page: Int? = nil
    ) async throws(APIError) -> Int {
        try await send(List(id: id, nonce: nonce, region: region, page: page))
    }

    /// The request behind ``list(id:nonce:region:page:)``.
    public struct List: Endpoint {
        public typealias Output = Int

        public let id: String
        public let page: Int?
        public let nonce: String
        public let region: CacheKeysRegion

        public init(id: String, nonce: String, region: CacheKeysRegion, page: Int? = nil) {
            self.id = id
            self.page = page
            self.nonce = nonce
            self.region = region
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders/{id}")
            request.cache = CachePolicy(maxAge: .seconds(300), key: "")
            request.path("id", id)
            request.query("page", page)
            request.query("nonce", nonce)
            request.header("X-Region", region)
            request.cacheKey("page", page)
            request.cacheKey("X-Region", region)
        }
    }
}

extension CacheKeysAPI {
    /// `POST /search`.
    nonisolated(nonsending) public func search(
        text: String, nonce: String
    ) async throws(APIError) -> Int {
        try await send(Search(text: text, nonce: nonce))
    }

    /// The request behind ``search(text:nonce:)``.
    public struct Search: Endpoint {
        public typealias Output = Int

        public let text: String
        public let nonce: String

        public init(text: String, nonce: String) {
            self.text = text
            self.nonce = nonce
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/search")
            request.cache = CachePolicy(maxAge: .seconds(300), key: "")
            request.body("text", text)
            request.body("nonce", nonce)
            request.cacheKey("text", text)
        }
    }
}

/// The values of `CacheKeysRegion`.
public enum CacheKeysRegion: OpenEnum {
    case eu
    case us
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [.eu, .us]
    }

    public init(rawValue: String) {
        switch rawValue {
        case "eu": self = .eu
        case "us": self = .us
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .eu: "eu"
        case .us: "us"
        case .unknown(let value): value
        }
    }
}
