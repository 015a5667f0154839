internal import FoundationEssentials
internal import PosthornCore
internal import PosthornCrypto

/// JWE in the compact and the JSON form, with the keys of RFC 7520 and RFC 8037.
struct JWEParser: Parser {
    private var keys: [JWEKey] = []
    private var plaintexts: Set<Data> = []
    private(set) var seeds: [Data] = []

    init() throws {
        for (name, set) in try Vectors.json("jose-cookbook.json").object ?? [:]
        where name.hasPrefix("jwe/") || name.contains("ecdh-es") {
            guard let input = set["input"], let output = set["output"] else { continue }
            for form in ["compact", "json", "json_flat"] {
                guard let message = output[form] else { continue }
                seeds.append(
                    try message.string.map { Data($0.utf8) } ?? message.document())
            }
            plaintexts.insert(Data(input.text("plaintext").utf8))
            let several = zip(input["key"]?.array ?? [], input["alg"]?.array ?? [])
            let one = input["key"].flatMap { key in input["alg"].map { (key, $0) } }
            for (key, algorithm) in Array(several) + (one.map { [$0] } ?? []) {
                if let key = Self.key(key, algorithm.string ?? "") { keys.append(key) }
            }
        }
        keys.sort { "\($0)" < "\($1)" }
        seeds.sort { $0.lexicographicallyPrecedes($1) }
    }

    private static func key(_ jwk: JSONValue, _ algorithm: String) -> JWEKey? {
        guard let algorithm = JWEAlgorithm(rawValue: algorithm), let bytes = try? jwk.document()
        else { return nil }
        if let secret = try? SecretKey(jwk: bytes, id: jwk.text("kid"), for: .jwe) {
            let encryptions = ContentEncryption.allCases.filter {
                algorithm != .direct || $0.rawValue == jwk.text("alg")
            }
            return try? JWEKey(secret, algorithm, encryptions: encryptions)
        }
        return (try? PrivateKey(jwk: bytes)).flatMap {
            try? JWEKey($0, algorithm, encryptions: ContentEncryption.allCases)
        }
    }

    func opens(_ input: Data) -> Bool {
        guard let message = try? JWE(input) else { return false }
        if let compact = message.compact {
            let again = try? JWE(compact: Data(compact.utf8))
            precondition(again?.compact == compact, "what was read can't be written")
        }
        precondition((try? JWE(message.json)) != nil, "what was written can't be read")
        var isOpen = false
        for key in keys {
            guard let opened = try? message.open(with: key) else { continue }
            precondition(plaintexts.contains(opened), "opened as something that nobody sealed")
            isOpen = true
        }
        return isOpen
    }
}
