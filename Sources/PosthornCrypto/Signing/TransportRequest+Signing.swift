internal import Crypto
import FoundationEssentials
import HTTPTypes
import Posthorn

extension TransportRequest {
    /// The scheme in lower case.
    var scheme: String { origin.prefix { $0 != ":" }.lowercased() }

    /// Host and port as the `Host` field has them: in lower case, without the scheme's own port.
    var authority: String {
        guard let start = origin.firstRange(of: "://")?.upperBound else { return "" }
        let authority = origin[start...].lowercased()
        let usual = scheme == "https" ? ":443" : ":80"
        return authority.hasSuffix(usual) ? String(authority.dropLast(usual.count)) : authority
    }

    /// The path as sent, `/` if it is empty.
    var path: String {
        let path = target.prefix { $0 != "?" }
        return path.isEmpty ? "/" : String(path)
    }

    /// The query as sent, without its question mark; `nil` if there is none.
    var query: Substring? {
        guard let mark = target.firstIndex(of: "?") else { return nil }
        return target[target.index(after: mark)...]
    }

    /// The pairs of the query as sent, encoded; a name without `=` has no value.
    var queryPairs: [(name: Substring, value: Substring?)] {
        (query ?? "").split(separator: "&").map { pair in
            guard let end = pair.firstIndex(of: "=") else { return (pair, nil) }
            return (pair[..<end], pair[pair.index(after: end)...])
        }
    }

    /// Asks for a response as it was signed.
    ///
    /// What a cipher before it asks for stays: that one opens the response after it is verified.
    mutating func refuseContentCodings() {
        if headers[.acceptEncoding] == nil { headers[.acceptEncoding] = "identity" }
    }

    /// Adds an encoded pair to the end of the query.
    mutating func appendQuery(_ pair: String) {
        target += (query == nil ? "?" : query == "" ? "" : "&") + pair
    }
}

extension TransportResponse {
    /// Whether the response is empty because it can't have a body (RFC 9110, sections 6.4.1 and 15.3.6).
    ///
    /// Any other that is empty may have been emptied on the way.
    func isBodiless(to request: TransportRequest) -> Bool {
        body.isEmpty && (request.method == .head || [204, 205, 304].contains(status.code))
    }
}

extension HTTPBody? {
    /// SHA-256 of the whole body in hexadecimal digits.
    func hexDigest(for signer: String) async throws -> String {
        LowerHex.text(try await digest(SHA256.self, for: signer))
    }

    /// The digest of the whole body, read piece by piece; of no bytes if there is none.
    /// - Throws: what reading throws, and a fault if the body can't be had a second time, or is another one then.
    func digest<Hash: HashFunction>(
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
            self.isSameEachTime, .sealingFailed,
            cause + "is sealed anew each time that it is read",
            "send the bytes from memory, or use a signature that does not cover the body")
        try await self.read { piece in hash.update(data: piece) }
        return hash.finalize()
    }
}
