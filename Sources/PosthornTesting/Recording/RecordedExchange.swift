public import Foundation
public import PosthornCore

/// A request and its response in an ``HTTPRecording``.
public struct RecordedExchange: Sendable {
    /// The name of the endpoint; empty for a request that no typed call sent.
    public var endpoint = ""
    /// The time at which the request was sent.
    public var start: Date
    /// The time until the end of the response.
    public var duration: Duration = .zero

    /// The request method.
    public var method: HTTPRequest.Method
    /// The absolute URL.
    public var url: String
    /// The header fields of the request, without those that the transport adds.
    public var requestHeaders: HTTPFields
    /// The request body, empty if there is none.
    public var requestBody: Data

    /// The version of HTTP, such as `HTTP/2`; empty if it is unknown, as for a stream.
    public var httpVersion = ""
    /// The status, or `nil` if the exchange failed.
    public var status: HTTPResponse.Status?
    /// The header fields of the response.
    public var responseHeaders: HTTPFields = [:]
    /// The response body as received, empty if there is none.
    public var responseBody = Data()
    /// The error of the exchange, or of a streamed body; `nil` if the response is complete.
    public var failure: TransportError?

    /// Creates an exchange without a response.
    public init(
        _ method: HTTPRequest.Method, _ url: String, headers: HTTPFields = [:],
        body: Data = Data(), start: Date = Date()
    ) {
        self.method = method
        self.url = url
        self.start = start
        requestHeaders = headers
        requestBody = body
    }
}

extension RecordedExchange: CustomStringConvertible {
    /// The method and the URL, as recorded.
    public var description: String { "\(method.rawValue) \(url)" }
}
