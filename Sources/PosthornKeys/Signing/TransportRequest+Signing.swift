package import Crypto
package import PosthornCore

extension TransportRequest {
    /// The origin in lowercase, without the scheme's default port (RFC 6454, section 6.2).
    package var lowercaseOrigin: String {
        let origin = origin
        let hasCapitals = origin.utf8.contains { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
        let small = hasCapitals ? origin.lowercased() : origin
        let port = small.utf8.starts(with: "https:".utf8) ? ":443" : ":80"
        return small.hasSuffix(port) ? String(small.dropLast(port.utf8.count)) : small
    }

    package var scheme: String { origin.prefix { $0 != ":" }.lowercased() }

    /// The host and port as in the `Host` field: in lowercase, without the scheme's default port.
    package var authority: String {
        let origin = lowercaseOrigin
        return origin.firstRange(of: "://").map { String(origin[$0.upperBound...]) } ?? ""
    }

    /// The path as sent, or `/` if it is empty.
    package var path: String {
        let path = target.prefix { $0 != "?" }
        return path.isEmpty ? "/" : String(path)
    }

    /// The query as sent, without the question mark; `nil` if there is none.
    package var query: Substring? {
        guard let mark = target.firstIndex(of: "?") else { return nil }
        return target[target.index(after: mark)...]
    }

    /// The name-value pairs of the query, still encoded; the value is `nil` for a name without `=`.
    package var queryPairs: [(name: Substring, value: Substring?)] {
        (query ?? "").split(separator: "&").map { pair in
            guard let end = pair.firstIndex(of: "=") else { return (pair, nil) }
            return (pair[..<end], pair[pair.index(after: end)...])
        }
    }

    /// Asks for a response without content coding, so that its body is the signed one.
    ///
    /// An existing `Accept-Encoding` stays: it belongs to an earlier cipher, which opens the response after
    /// verification.
    package mutating func refuseContentCodings() {
        if headers[.acceptEncoding] == nil { headers[.acceptEncoding] = "identity" }
    }

    package mutating func appendQuery(_ pair: String) {
        target += (query == nil ? "?" : query == "" ? "" : "&") + pair
    }
}

extension TransportResponse {
    /// Returns whether the response is empty because it can't have a body.
    ///
    /// See RFC 9110, sections 6.4.1 and 15.3.6. The body of any other empty response may have been removed in
    /// transit.
    package func isBodiless(to request: TransportRequest) -> Bool {
        body.isEmpty && (request.method == .head || [204, 205, 304].contains(status.code))
    }
}

extension HTTPBody? {
    package func hexDigest(for signer: String) async throws -> String {
        HexDigit.text(of: try await digest(SHA256.self, for: signer))
    }

    /// Computes the digest of the whole body piece by piece; of zero bytes if there is no body.
    package func digest<Hash: HashFunction>(
        _ hash: Hash.Type, for signer: String
    ) async throws -> Hash.Digest {
        var hash = Hash()
        guard let self else { return hash.finalize() }
        let cause = "the signer \(signer) reads the whole body before it is sent, and this one "
        try ensure(
            self.isReplayable, .sealingFailed, cause + "can be read once",
            "send a file, a stream that can be replayed, or a signature that does not cover the "
                + "body")
        try ensure(
            self.isSameEachTime, .sealingFailed, cause + "is sealed anew each time that it is read",
            "send the bytes from memory, or use a signature that does not cover the body")
        try await self.read { piece in hash.update(data: piece) }
        return hash.finalize()
    }
}

extension HTTPFields {
    /// Returns the field's trimmed lines, joined as in RFC 9421, section 2.1; `nil` if the field is absent.
    package func joined(_ name: HTTPField.Name) -> String? {
        let lines = self[values: name]
        guard !lines.isEmpty else { return nil }
        return lines.map { $0[...].trimmingBlanks }.joined(separator: ", ")
    }
}

extension HTTPField.Name {
    package static let signatureInput = Self(token: "Signature-Input")
}
