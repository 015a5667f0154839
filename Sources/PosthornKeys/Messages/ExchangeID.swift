package import FoundationEssentials
package import PosthornCore

/// The id of one attempt of a call, which binds a response to its request.
///
/// All ciphers of an attempt share the id. Each of them opens the response by the header field that was sent.
package enum ExchangeID {
    package static let field = HTTPField.Name(token: "Posthorn-Exchange")

    /// The header field that carries a key encapsulated for the server.
    package static let encapsulatedField = HTTPField.Name(token: "Posthorn-Encapsulated")

    /// The header fields by which the server identifies the exchange and the recipient of the response.
    package static let signedFields = [field, encapsulatedField]

    /// Returns 16 random bytes as unpadded base64url (RFC 4648, section 5).
    package static func random() -> String { Base64URL.encode(randomBytes(16)) }

    /// Returns the id of a request's attempt; the first cipher that asks for it creates it.
    ///
    /// - Parameter bytes: 16 random bytes.
    package static func of(
        _ request: inout TransportRequest, drawing bytes: @autoclosure () -> Data = randomBytes(16)
    ) -> String {
        if let id = request.exchangeID { return id }
        let id = Base64URL.encode(bytes())
        request.exchangeID = id
        return id
    }

    /// Returns the id that a request was sealed with; throws if it has none.
    package static func sent(in request: TransportRequest) throws(APIError.Cause) -> String {
        try request.headers.value(of: field).orThrow(.notExchanged)
    }
}
