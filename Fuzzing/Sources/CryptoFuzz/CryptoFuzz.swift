public import FoundationEssentials

/// Reads an input as a sealed or signed message.
public enum CryptoFuzz {
    /// The readers.
    public static let names = ["jwe", "records", "envelope", "fields", "signature", "jws"]

    /// Returns the reader with a name, with the keys of the published vectors.
    public static func parser(_ name: String) throws -> any Parser {
        switch name {
        case "jwe": try JWEParser()
        case "records": try RecordParser()
        case "envelope": try EnvelopeParser()
        case "fields": try FieldParser()
        case "signature": try SignatureParser()
        case "jws": try JWSParser()
        default: fatalError("no parser has the name \(name.debugDescription)")
        }
    }
}

/// A reader of what a stranger has sent.
public protocol Parser: Sendable {
    /// Valid inputs, from the vectors.
    var seeds: [Data] { get }

    /// Returns whether an input opens; traps if it opens as something that nobody sealed.
    func opens(_ input: Data) -> Bool
}
