import FlyingFox
import Foundation

extension OpenedRequest {
    /// Parses a request with a plain body.
    init(_ request: HTTPRequest, body: Data) {
        let segments = request.target.path().split(separator: "/").map(String.init)
        self.init(
            method: request.method.rawValue,
            path: segments.first == "v1" ? segments.dropFirst().map(Self.decoded) : [],
            query: Dictionary(
                request.query.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last }
            ),
            language: request.headers[.acceptLanguage], body: body)
    }

    private static func decoded(_ segment: String) -> String {
        segment.removingPercentEncoding ?? segment
    }
}

/// A request as it was received, where `PosthornCore` has a type of that name too.
typealias ReceivedRequest = HTTPRequest

extension HTTPHeader {
    static let acceptLanguage = HTTPHeader("Accept-Language")
    static let exchange = HTTPHeader("Posthorn-Exchange")
    static let envelope = HTTPHeader("X-Envelope")
    static let appVersion = HTTPHeader("X-App-Version")
    static let deviceID = HTTPHeader("X-Device-ID")
}
