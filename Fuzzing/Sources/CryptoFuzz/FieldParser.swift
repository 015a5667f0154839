internal import FoundationEssentials
internal import PosthornCore
internal import PosthornCrypto

/// Answers with sealed fields; its seeds are the files of `Fuzzing/Seeds/fields`, sealed once with the
/// key and for the exchange here.
struct FieldParser: Parser {
    private let cipher: SealedFields
    private let request = TransportRequest.sent(.post, "/v1/orders", "AAECAwQFBgcICQoLDA0ODw")
    /// The fields of all seeds, in the clear.
    private static let numbers: Set<JSONValue> = ["4111", "4242", ["a", 1], .null]
    let seeds: [Data]

    init() throws {
        let key = try JWEKey(
            SecretKey(id: "fields", bytes: Data((0..<32).map { UInt8($0) }), for: .jwe), .direct)
        cipher = try SealedFields([], response: ["card.number", "items.*.note"], key: key)
        seeds = try (0..<3).map { number in
            try Data(
                contentsOf: Vectors.root.appending(path: "Fuzzing/Seeds/fields/\(number).json"))
        }
    }

    func opens(_ input: Data) -> Bool {
        let response = TransportResponse(
            status: .ok, headers: [.contentType: "application/json"], body: input)
        guard !input.isEmpty, let body = opened(response, to: request, by: cipher) else {
            return false
        }
        guard let document = try? JSONValue(document: body, depth: 512) else {
            preconditionFailure("what was opened is no JSON")
        }
        let notes = document["items"]?.array ?? document["items"]?.object.map { Array($0.values) }
        for value in [document["card"]?["number"]] + (notes ?? []).map({ $0["note"] }) {
            guard let value else { continue }
            precondition(Self.numbers.contains(value), "a field that nobody sealed")
        }
        return true
    }
}
