/// One `name=value` pair of a `Cookie` field, as it is sent.
struct CookiePair: Sendable, Hashable {
    var name: String
    var value: String
}

/// The `Cookie` field of RFC 6265.
enum CookieField {
    /// Throws if the name or the value contains a character that is not allowed in a cookie.
    static func check(_ name: String, _ value: String) throws {
        guard HTTPField.Name(name) != nil else {
            throw APIError.Cause(
                .invalidParameter, "a cookie has a name that HTTP does not allow",
                advice: "use letters, digits, - and _")
        }
        guard value.utf8.allSatisfy(isOctet) else {
            throw APIError.Cause(
                .invalidParameter,
                "the value of the cookie \(name) holds a character that a cookie can't hold",
                advice: "encode it as the server expects, in base64url for example")
        }
    }

    /// Joins the cookies of an earlier field value with these.
    static func value(_ earlier: String?, _ cookies: [CookiePair]) -> String? {
        let own = cookies.map { "\($0.name)=\($0.value)" }
        let all = (earlier.map { [$0] } ?? []) + own
        return all.isEmpty ? nil : all.joined(separator: "; ")
    }

    private static func isOctet(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7f && !"\",;\\".utf8.contains(byte)
    }
}
