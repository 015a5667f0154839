import Crypto
import Foundation
import Posthorn

/// Seals a body while it is sent, and opens a response while it arrives.
///
/// A message is a salt of 16 bytes and pieces of AES-256-GCM, of which only the last one is short.
struct PiecewiseCipher: StreamingCipher {
    static let mediaType = "application/vnd.example.pieces"
    // swift-format-ignore: NeverForceUnwrap
    static let exchange = HTTPField.Name("X-Exchange")!
    private let secret: SymmetricKey

    init(secret: SymmetricKey) { self.secret = secret }

    var name: String { "PiecewiseCipher" }

    func seal(_ request: inout TransportRequest) async throws {
        // `open` gets the request as it was sealed: this field ties the response to it.
        request.headers[Self.exchange] = UUID().uuidString
        let info = Self.info("request", request.method, request.target, request.headers)
        guard let body = request.body else { return }
        // The closure runs each time that the body is sent, so that each has a salt of its own.
        request.body = body.transformed(length: nil) { [secret] in
            PieceSealer(secret, info)
        }
        request.headers[.contentType] = Self.mediaType
    }

    /// Opens a response in memory.
    func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
        var opener = try opener(of: response, to: request)
        response.body = try opener.change(response.body) + opener.end()
        response.headers[.contentType] = "application/json"
    }

    /// Opens a stream or a download; `head` is the response without its body.
    func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) async throws -> ByteStream {
        let opener = try opener(of: head, to: request)
        head.headers[.contentType] = "application/octet-stream"
        return body.transformed(by: opener)
    }

    private func opener(
        of response: TransportResponse, to request: TransportRequest
    ) throws -> PieceOpener {
        guard response.mediaType == Self.mediaType else {
            throw APIError.Cause(.openingFailed, "the response is not sealed")
        }
        let info = Self.info("response", request.method, request.target, request.headers)
        return PieceOpener(secret, "\(info) \(response.status.code)")
    }

    /// Ties a message to its direction, endpoint and exchange.
    static func info(
        _ direction: String, _ method: HTTPRequest.Method, _ target: String, _ headers: HTTPFields
    ) -> String {
        "\(direction) \(method.rawValue) \(target) \(headers[exchange] ?? "")"
    }
}

struct PieceSealer: ByteTransform {
    private var pieces: Pieces
    private var waiting: Data
    private var unsentSalt: Data?

    init(_ secret: SymmetricKey, _ info: String) {
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        (pieces, waiting, unsentSalt) = (Pieces(secret, salt, info), Data(), salt)
    }

    mutating func change(_ piece: Data) throws -> Data {
        waiting += piece
        var sealed = unsentSalt.take() ?? Data()
        while waiting.count > Pieces.size {
            sealed += try pieces.seal(waiting.prefix(Pieces.size), isLast: false)
            waiting = Data(waiting.dropFirst(Pieces.size))
        }
        return sealed
    }

    mutating func end() throws -> Data {
        try (unsentSalt.take() ?? Data()) + pieces.seal(waiting, isLast: true)
    }
}

struct PieceOpener: ByteTransform {
    private let secret: SymmetricKey
    private let info: String
    private var pieces: Pieces?
    private var waiting = Data()

    init(_ secret: SymmetricKey, _ info: String) { (self.secret, self.info) = (secret, info) }

    mutating func change(_ piece: Data) throws -> Data {
        waiting += piece
        if pieces == nil, waiting.count >= 16 {
            pieces = Pieces(secret, waiting.prefix(16), info)
            waiting = Data(waiting.dropFirst(16))
        }
        var opened = Data()
        while pieces != nil, waiting.count > Pieces.sealedSize {
            let next = waiting.prefix(Pieces.sealedSize)
            opened += try pieces?.open(next, isLast: false) ?? Data()
            waiting = Data(waiting.dropFirst(Pieces.sealedSize))
        }
        return opened
    }

    /// Refuses a body that was cut: its end does not open as the last piece.
    mutating func end() throws -> Data {
        guard let last = try pieces?.open(waiting, isLast: true) else { throw Pieces.unreadable }
        return last
    }
}

/// The pieces of one message, whose key is its own and whose nonces count them.
struct Pieces {
    static let size = 64 << 10
    static let sealedSize = size + 16
    static let unreadable = APIError.Cause(
        .openingFailed, "the response was changed, cut, or sealed with another secret")
    private let key: SymmetricKey
    private var count: UInt64 = 0

    init(_ secret: SymmetricKey, _ salt: Data, _ info: String) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: secret, salt: salt, info: Data(info.utf8), outputByteCount: 32)
    }

    mutating func seal(_ plain: Data, isLast: Bool) throws -> Data {
        let box = try AES.GCM.seal(
            plain, using: key, nonce: nextNonce(), authenticating: [isLast ? 1 : 0])
        return box.ciphertext + box.tag
    }

    mutating func open(_ sealed: Data, isLast: Bool) throws -> Data {
        do {
            let (text, tag) = (sealed.dropLast(16), sealed.suffix(16))
            let box = try AES.GCM.SealedBox(nonce: nextNonce(), ciphertext: text, tag: tag)
            return try AES.GCM.open(box, using: key, authenticating: [isLast ? 1 : 0])
        } catch {
            throw Self.unreadable
        }
    }

    private mutating func nextNonce() throws -> AES.GCM.Nonce {
        defer { count += 1 }
        return try .init(data: Data(count: 4) + withUnsafeBytes(of: count.bigEndian) { Data($0) })
    }
}
