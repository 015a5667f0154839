import FoundationEssentials
import HTTPTypes
import Posthorn

/// The name of one attempt of one call, which ties a response to its request.
///
/// Several ciphers of one attempt share it: each of them opens by the field that was sent.
enum ExchangeID {
    /// The header field that carries it.
    static let field = HTTPField.Name(token: "Posthorn-Exchange")

    /// The header fields by which the server knows for which exchange, and for whom, it seals the response.
    static let signedFields = [field, EncapsulatedFormat.field]

    /// 16 random bytes as base64url without padding (RFC 4648, section 5).
    static func random() -> String { text(of: FreshBytes()) }

    /// The id of a request's attempt, drawn by the first cipher that asks.
    static func of(_ request: inout TransportRequest) -> String {
        if let id = request.exchangeID { return id }
        return of(&request, drawing: FreshBytes())
    }

    /// The same, by bytes that were drawn for this message.
    static func of(_ request: inout TransportRequest, drawing bytes: borrowing FreshBytes) -> String
    {
        if let id = request.exchangeID { return id }
        let id = text(of: bytes)
        request.exchangeID = id
        return id
    }

    /// The id that a request was sealed with.
    /// - Throws: a fault if it has none.
    static func sent(in request: TransportRequest) throws(APIError.Cause) -> String {
        try request.headers.value(of: field).orThrow(.notExchanged)
    }

    private static func text(of bytes: borrowing FreshBytes) -> String {
        bytes.withID { Base64URLBody.encode($0) }
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    // Literals alone, which are tokens; the type has no initializer for them.
    init(token: String) { self = HTTPField.Name(token)! }
}
