internal import FoundationEssentials
internal import PosthornCore
internal import PosthornCrypto

/// Signed requests and answers (RFC 9421), as text, with the keys of its appendix B.
struct SignatureParser: Parser {
    private let verifier: SignatureVerifier
    private var signatures: [String] = []
    private(set) var seeds: [Data] = []

    init() throws {
        let file = try Vectors.json("Signing/rfc9421-appendix-b.json")
        let keys = try (file["keys"]?.object ?? [:]).map { name, key in
            if let bytes = Data(base64Encoded: key.text("base64")), !bytes.isEmpty {
                return try VerifyingKey(SecretKey(id: name, bytes: bytes, for: .signatures))
            }
            let pair = try PrivateKey(jwk: (key["jwk"] ?? .null).document(), id: name)
            return try VerifyingKey(pair.publicKey)
        }
        var verifier = try SignatureVerifier(
            key: KeyRing(keys[0], previous: Array(keys.dropFirst())))
        verifier.required = []
        verifier.requiresDigest = false
        verifier.clock = SigningClock { Date(timeIntervalSince1970: 1_618_884_473) }
        self.verifier = verifier
        for vector in file["signatures"]?.array ?? [] {
            let text =
                vector["message_http"]?.string
                ?? file["messages"]?.text(vector.text("message")) ?? ""
            let value = vector.text("signature")
            signatures.append(value.split(separator: ":").last.map(String.init) ?? value)
            guard !text.contains("Signature-Input"), let end = text.firstRange(of: "\n\n") else {
                seeds.append(Data(text.utf8))
                continue
            }
            let signed =
                text[..<end.lowerBound]
                + "\nSignature-Input: \(vector.text("signature_input"))\nSignature: \(value)"
                + text[end.lowerBound...]
            seeds.append(Data(signed.utf8))
        }
    }

    func opens(_ input: Data) -> Bool {
        guard let text = String(validating: input, as: UTF8.self),
            let message = Message(text)
        else { return false }
        let verifier = verifier
        let passes = waiting {
            do {
                if let status = message.status {
                    let response = TransportResponse(
                        status: .init(code: status), headers: message.request.headers,
                        body: message.request.body?.data ?? Data())
                    try await verifier.verify(
                        response,
                        to: .sent(.post, "/foo?param=Value&Pet=dog", ""))
                } else {
                    try await verifier.verify(message.request)
                }
                return true
            } catch {
                return false
            }
        }
        precondition(
            !passes || signatures.contains { text.contains($0) }, "a signature that nobody made")
        return passes
    }
}

/// A message as a text has it, read leniently: it is the fields that are looked at.
private struct Message {
    var request: TransportRequest
    /// `nil` for a request.
    var status: Int?

    init?(_ text: String) {
        let end = text.firstRange(of: "\n\n")
        let lines = text[..<(end?.lowerBound ?? text.endIndex)]
            .split(separator: "\n", omittingEmptySubsequences: true)
        guard let start = lines.first?.split(separator: " "), start.count > 1 else { return nil }
        if lines[0].hasPrefix("HTTP/") {
            guard let code = Int(start[1]), (100...599).contains(code) else { return nil }
            status = code
        }
        guard let method = status == nil ? HTTPRequest.Method(String(start[0])) : .get else {
            return nil
        }
        var fields = HTTPFields()
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"),
                let name = HTTPField.Name(String(line[..<colon]))
            else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            fields.append(HTTPField(name: name, value: String(value)))
        }
        request = TransportRequest(
            endpoint: "fuzz", method: method, origin: "https://example.com", route: "/",
            target: String(start[1]), headers: fields,
            body: end.map { Data(text[$0.upperBound...].utf8) })
    }
}
