internal import Crypto
import FoundationEssentials
import PosthornCore

/// A body in chunks, with `Content-Encoding: aws-chunked`.
///
/// Each chunk has a signature over its data and the preceding signature.
enum AWSChunkedBody {
    /// - Parameters:
    ///   - body: The original body, whose length must be known.
    ///   - seed: The signature of the request head, which precedes that of the first chunk.
    static func body(
        _ body: HTTPBody, chunk: Int, seed: String, key: SymmetricKey, _ scope: AWSScope
    ) -> HTTPBody {
        let length = length(of: body.count ?? 0, chunk: chunk)
        return HTTPBody(
            BodyStream(
                length: length, isReplayable: body.isReplayable,
                isSameEachTime: body.isSameEachTime
            ) { take in
                var signer = Pieces(signature: seed, key: key, scope: scope)
                var waiting = Data()
                try await body.read { data in
                    var rest = data
                    while waiting.count + rest.count >= chunk {
                        let part = rest.prefix(chunk - waiting.count)
                        rest = rest.dropFirst(part.count)
                        waiting.append(part)
                        try await take(signer.piece(waiting))
                        waiting.removeAll(keepingCapacity: true)
                    }
                    waiting.append(rest)
                }
                if !waiting.isEmpty { try await take(signer.piece(waiting)) }
                try await take(signer.piece(Data()))
            })
    }

    private static func length(of count: Int, chunk: Int) -> Int {
        // The digits of the length, `;chunk-signature=`, 64 digits and two line ends.
        func overhead(_ count: Int) -> Int { String(count, radix: 16).utf8.count + 17 + 64 + 4 }
        let last = count % chunk
        return count + count / chunk * overhead(chunk) + (last > 0 ? overhead(last) : 0)
            + overhead(0)
    }

    private struct Pieces {
        var signature: String
        let key: SymmetricKey
        let scope: AWSScope
        let nothing = HexDigit.text(of: SHA256.hash(data: Data()))

        mutating func piece(_ data: Data) -> Data {
            let digest = HexDigit.text(of: SHA256.hash(data: data))
            signature = scope.signature(
                "AWS4-HMAC-SHA256-PAYLOAD", of: "\(signature)\n\(nothing)\n\(digest)", by: key)
            var piece = Data(
                "\(String(data.count, radix: 16));chunk-signature=\(signature)\r\n".utf8)
            piece.append(data)
            piece.append(contentsOf: "\r\n".utf8)
            return piece
        }
    }
}
