import Foundation
public import PosthornCore

/// A response can be thrown in the closure of a ``StubRule`` for an endpoint.
extension StubResponse: Error {}

extension StubResponse {
    /// Creates a response with a value as its JSON body, 200 by default.
    ///
    /// The body is the value alone, without an envelope.
    /// - Throws: Nothing; a value that JSON can't represent becomes a failure with the code `stubFailed`.
    public static func json(
        _ value: some Encodable & Sendable, status: HTTPResponse.Status = .ok
    ) -> StubResponse {
        do {
            let body = try BodySerializer.json.bytes(of: value)
            return bytes(body, type: "application/json", status: status)
        } catch {
            return failure(.stubFailed("the value of a stub can't be encoded: \(error)", error))
        }
    }

    /// Creates the response of a server, with its body in one piece.
    init(_ response: TransportResponse) {
        self.init(
            status: response.status, headers: response.headers,
            pieces: response.body.isEmpty ? [] : [response.body])
        trailers = response.trailers
    }

    init(encoding value: some Encodable & Sendable, by policy: any ResponsePolicy) throws {
        guard let response = try TransportResponse(encoding: value, by: policy) else {
            throw TransportError.stubFailed(
                "a stub can't encode a value of \(type(of: value)) for the response policy \(policy.name)",
                advice: "write the rule with `{ call, request in … }` and return a StubResponse")
        }
        self.init(response)
    }
}
