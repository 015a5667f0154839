import FlyingFox
import Foundation

/// A request after its seal was broken: what the routes look at.
struct OpenedRequest: Sendable {
    let method: String
    /// The path's segments below `/v1`, without percent-encoding.
    let path: [String]
    let query: [String: String]
    let language: String?
    /// The plain body.
    let body: Data

    init(_ request: HTTPRequest, body: Data) {
        method = request.method.rawValue
        let segments = request.target.path().split(separator: "/").map(String.init)
        path = segments.first == "v1" ? segments.dropFirst().map(Self.decoded) : []
        query = Dictionary(
            request.query.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
        language = request.headers[.acceptLanguage]
        self.body = body
    }

    private static func decoded(_ segment: String) -> String {
        segment.removingPercentEncoding ?? segment
    }
}

extension HTTPHeader {
    static let acceptLanguage = HTTPHeader("Accept-Language")
    static let exchange = HTTPHeader("Posthorn-Exchange")
    static let envelope = HTTPHeader("X-Envelope")
    static let appVersion = HTTPHeader("X-App-Version")
    static let deviceID = HTTPHeader("X-Device-ID")
}
