internal import FoundationEssentials
internal import PosthornCore
internal import PosthornCrypto

/// The sealed envelope, as the responses of `vectors.json`; the first byte of an input is which of them.
struct EnvelopeParser: Parser {
    private struct Answer {
        var cipher: EnvelopeCipher
        var other: EnvelopeCipher
        var request: TransportRequest
        var status: Int
        var plaintext: Data
    }

    private var answers: [Answer] = []
    private(set) var seeds: [Data] = []

    init() throws {
        for vector in try Vectors.json("vectors.json").array ?? [] {
            guard vector.text("direction") == "response", let status = vector["status"]?.int,
                let method = HTTPRequest.Method(vector.text("method"))
            else { continue }
            let key = try SecretKey(
                id: vector.text("keyID"), bytes: Data(hex: vector.text("key")),
                for: .envelopeVersion1)
            answers.append(
                Answer(
                    cipher: try EnvelopeCipher(key: key, suite: .version1AES256GCM),
                    other: try EnvelopeCipher(key: key, suite: .version1ChaCha20Poly1305),
                    request: .sent(method, vector.text("target"), vector.text("exchange")),
                    status: status, plaintext: Data(hex: vector.text("plaintext"))))
            seeds.append(Data([UInt8(answers.count - 1)]) + Data(hex: vector.text("envelope")))
        }
    }

    func opens(_ input: Data) -> Bool {
        guard let first = input.first else { return false }
        let answer = answers[Int(first) % answers.count]
        let response = TransportResponse(
            status: .init(code: answer.status),
            headers: [.contentType: EnvelopeCipher.mediaType], body: Data(input.dropFirst()))
        var isOpen = false
        for cipher in [answer.cipher, answer.other] as [any PayloadCipher] {
            guard let opened = opened(response, to: answer.request, by: cipher) else { continue }
            precondition(opened == answer.plaintext, "opened as something that nobody sealed")
            isOpen = true
        }
        return isOpen
    }
}

/// What a response opens as; `nil` if it is refused, and then it is as it was.
func opened(
    _ response: TransportResponse, to request: TransportRequest, by cipher: any PayloadCipher
) -> Data? {
    let (body, isOpen) = waiting {
        var response = response
        do {
            try await cipher.open(&response, to: request)
            return (response.body, true)
        } catch {
            return (response.body, false)
        }
    }
    precondition(isOpen || body == response.body, "a response that was refused was changed")
    return isOpen ? body : nil
}

extension TransportRequest {
    /// A request that a cipher of ours sent, with its exchange.
    static func sent(
        _ method: HTTPRequest.Method, _ target: String, _ exchange: String
    ) -> TransportRequest {
        var request = TransportRequest(
            endpoint: "fuzz", method: method, origin: "https://api.example.com", route: "/",
            target: target)
        // swift-format-ignore: NeverForceUnwrap
        request.headers[HTTPField.Name("Posthorn-Exchange")!] = exchange
        return request
    }
}
