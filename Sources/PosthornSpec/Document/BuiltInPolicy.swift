/// A response policy of the library as specs know it: the one table of their words.
///
/// A new policy is a file of the library, a row of ``all``, and its word in the schema, which
/// `PolicyTableTests` compares with this table. The library itself is not imported here.
public struct BuiltInPolicy: Hashable, Sendable {
    /// Which types a policy gives.
    public enum Values: Sendable {
        /// Any type.
        case any
        /// `Data` and `String`.
        case bytes
        /// `String`.
        case text
        /// `Data`, and types that are written in Swift.
        case image
        /// All but `Data` and lists, which have no root.
        case document
    }

    /// What a policy can be combined with.
    public enum Ability: Sendable {
        /// It reads the bodies of documented errors; those of others are the service's policy's.
        case errors
        /// It finds the code of an envelope, so that errors can be documented by it.
        case codes
        /// It reads the elements of streams.
        case streams
        /// It reads JSON, in which fields can be sealed.
        case sealedFields
    }

    /// What a spec writes.
    public let word: String
    /// What Swift writes; an envelope's arguments come behind it.
    public let member: String
    /// The types that it gives.
    public let values: Values
    /// What it can be combined with.
    public let abilities: Set<Ability>
    /// The module that has it.
    public let module: String

    init(
        _ word: String, _ member: String, _ values: Values, _ abilities: Set<Ability>,
        in module: String = "Posthorn"
    ) {
        (self.word, self.member, self.values) = (word, member, values)
        (self.abilities, self.module) = (abilities, module)
    }

    /// The table, in the order in which messages list the words.
    public static let all = [
        json,
        envelope,
        raw,
        BuiltInPolicy("text", ".text", .text, []),
        BuiltInPolicy("image", ".image", .image, []),
        BuiltInPolicy("plist", ".plist", .any, [.errors]),
        BuiltInPolicy("xml", ".xml", .document, [.errors], in: "PosthornXML"),
    ]

    static let json = BuiltInPolicy("json", ".json", .any, [.errors, .streams, .sealedFields])
    /// The row of the policy that is declared with the names of its fields.
    public static let envelope = BuiltInPolicy(
        "envelope", ".envelope", .any, [.errors, .codes, .streams, .sealedFields])
    static let raw = BuiltInPolicy("raw", ".raw", .bytes, [.streams])
}
