internal import Crypto
internal import FoundationEssentials
internal import PosthornCore
internal import PosthornCrypto

/// Bodies of RFC 8188, as a whole and in pieces; the first byte of an input is the key and the length
/// of the pieces.
struct RecordParser: Parser {
    private var secrets: [Data] = []
    private var plaintexts: Set<Data> = []
    private(set) var seeds: [Data] = []

    init() throws {
        let file = try Vectors.json("rfc8188-vectors.json")
        let tests = (file["positive"]?.array ?? []) + (file["negative"]?.array ?? [])
        for test in tests {
            guard let secret = Data(base64URL: test.text("ikm")),
                let body = Data(base64URL: test.text("body"))
            else { continue }
            if !secrets.contains(secret) { secrets.append(secret) }
            // A record of a negative vector may be a valid last one, if the records after it are cut off.
            for count in 0...body.count {
                let prefix = Data(body.prefix(count))
                if let opened = try? Self.open(prefix, secret, by: count + 1) {
                    plaintexts.insert(opened)
                }
            }
            let index = secrets.firstIndex(of: secret) ?? 0
            seeds.append(Data([UInt8(index % 16) << 4 | UInt8(seeds.count % 16)]) + body)
        }
    }

    func opens(_ input: Data) -> Bool {
        guard let first = input.first else { return false }
        let body = Data(input.dropFirst())
        let secret = secrets[Int(first >> 4) % secrets.count]
        let whole = try? Self.open(body, secret, by: body.count + 1)
        let pieces = try? Self.open(body, secret, by: Int(first & 15) + 1)
        precondition(whole == pieces, "the pieces decide what opens")
        guard let whole else { return false }
        precondition(plaintexts.contains(whole), "opened as something that nobody sealed")
        return true
    }

    private static func open(_ body: Data, _ secret: Data, by count: Int) throws -> Data {
        guard let head = try RecordOpener.Head(startOf: body, limit: 1 << 20) else {
            throw APIError.Cause.notOpened
        }
        var opener = RecordOpener(after: head, secret: SymmetricKey(data: secret))
        var opened = Data()
        var rest = body.dropFirst(head.byteCount)
        while !rest.isEmpty {
            opened.append(try opener.change(Data(rest.prefix(count))))
            rest = rest.dropFirst(count)
        }
        opened.append(try opener.end())
        return opened
    }
}
