// Generated from ServerURLs/ServerURLs.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `ServerURLsAPI`.
public struct ServerURLsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// What is sent with every endpoint.
    public var common: Common
    /// The credentials that the spec names.
    public var auth: Auth

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, common: Common, auth: Auth) {
        self.configuration = configuration
        self.common = common
        self.auth = auth
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.auth = .bearer("user")
        request.query("lang", common.lang)
        request.header("X-Tenant", common.tenant)
        request.cookie("theme", common.theme)
        request.body("channel", common.channel)
    }

    /// Finds the credential that an endpoint names.
    public func credential(named name: String) -> Credential? {
        switch name {
        case "user": auth.user
        default: nil
        }
    }

    /// What is sent with every endpoint of ``ServerURLsAPI``.
    public struct Common: Sendable {
        /// Sent as the query parameter `lang`.
        ///
        /// The default is `en`.
        public var lang: String
        /// Sent as the header `X-Tenant`.
        public var tenant: String
        /// Sent as the cookie `theme`.
        ///
        /// Not sent when `nil`.
        public var theme: String?
        /// Sent as the body field `channel`.
        ///
        /// The default is `web`.
        public var channel: String

        /// Creates the common parameters.
        public init(
            tenant: String, lang: String = "en", theme: String? = nil, channel: String = "web"
        ) {
            self.lang = lang
            self.tenant = tenant
            self.theme = theme
            self.channel = channel
        }
    }

    /// The credentials of ``ServerURLsAPI``; their values are bound here and never in the spec.
    public struct Auth: Sendable {
        /// Sent as `Authorization: Bearer …`.
        public var user: Credential

        /// Creates the set of credentials.
        public init(user: Credential) {
            self.user = user
        }
    }
}

extension ServerURLsAPI {
    /// Sends a part of the file.
    ///
    /// `PATCH {location}`.
    /// - Parameters:
    ///   - place: Where the upload continues.
    ///   - contentRange: Not sent when `nil`.
    nonisolated(nonsending) public func append(
        place: URL, body: HTTPBody, contentRange: String? = nil
    ) async throws(APIError) {
        try await send(Append(place: place, body: body, contentRange: contentRange))
    }

    /// The request behind ``append(place:body:contentRange:)``.
    public struct Append: Endpoint {
        public let place: URL
        public let contentRange: String?
        public let body: HTTPBody

        public init(place: URL, body: HTTPBody, contentRange: String? = nil) {
            self.place = place
            self.contentRange = contentRange
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.patch, "{location}")
            request.url("location", place)
            request.header("Content-Range", contentRange)
            request.upload(body, as: "application/octet-stream")
        }
    }
}

extension ServerURLsAPI {
    /// `PUT {location}`.
    nonisolated(nonsending) public func finish(
        location: URL, digest: String
    ) async throws(APIError) {
        try await send(Finish(location: location, digest: digest))
    }

    /// The request behind ``finish(location:digest:)``.
    public struct Finish: Endpoint {
        public let location: URL
        public let digest: String

        public init(location: URL, digest: String) {
            self.location = location
            self.digest = digest
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "{location}")
            request.url("location", location)
            request.query("digest", digest)
        }
    }
}

extension ServerURLsAPI {
    /// `POST {url}`.
    nonisolated(nonsending) public func note(url: URL, text: String) async throws(APIError) {
        try await send(Note(url: url, text: text))
    }

    /// The request behind ``note(url:text:)``.
    public struct Note: Endpoint {
        public let url: URL
        public let text: String

        public init(url: URL, text: String) {
            self.url = url
            self.text = text
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "{url}")
            request.url("url", url)
            request.body("text", text)
        }
    }
}

extension ServerURLsAPI {
    /// `GET {url}`.
    nonisolated(nonsending) public func sign(url: URL) async throws(APIError) -> String {
        try await send(Sign(url: url))
    }

    /// The request behind ``sign(url:)``.
    public struct Sign: Endpoint {
        public typealias Output = String

        public let url: URL

        public init(url: URL) {
            self.url = url
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "{url}")
            request.removeCommon()
            request.responsePolicy = .raw
            request.auth = nil
            request.url("url", url)
        }
    }
}
