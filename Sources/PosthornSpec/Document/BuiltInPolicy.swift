/// A response policy of the library that specs can name.
///
/// The library is not imported here. To add a policy, add its file to the library and a row to ``all``.
/// `PolicyTableTests` compares the two.
package struct BuiltInPolicy: Hashable, Sendable {
    /// The types that a policy can produce.
    package enum Values: Sendable {
        case any
        /// The types `Data` and `String`.
        case bytes
        /// The type `String`.
        case text
        /// The type `Data` and types written in Swift.
        case image
        /// Any type except `Data` and lists, which have no root element.
        case document
    }

    /// A feature that a policy supports.
    package enum Ability: Sendable {
        /// The policy decodes the bodies of documented errors.
        ///
        /// Without it, the service's policy decodes them.
        case errors
        /// The policy finds the code of an envelope, so that errors can be documented by code.
        case codes
        case streams
        /// The policy decodes JSON, in which fields can be sealed.
        case sealedFields
    }

    package let word: String
    /// The name in Swift, without the arguments of an envelope.
    package let member: String
    /// The types that the policy can produce.
    package let values: Values
    package let abilities: Set<Ability>
    package let module: String

    init(
        _ word: String, _ member: String, _ values: Values, _ abilities: Set<Ability>,
        in module: String = "PosthornCore"
    ) {
        (self.word, self.member, self.values) = (word, member, values)
        (self.abilities, self.module) = (abilities, module)
    }

    /// All policies, in the order in which messages list their words.
    package static let all = [
        json,
        envelope,
        raw,
        BuiltInPolicy("text", ".text", .text, []),
        BuiltInPolicy("image", ".image", .image, [], in: "PosthornLoading"),
        BuiltInPolicy("plist", ".plist", .any, [.errors], in: "PosthornFormats"),
        BuiltInPolicy("xml", ".xml", .document, [.errors], in: "PosthornFormats"),
    ]

    static let json = BuiltInPolicy("json", ".json", .any, [.errors, .streams, .sealedFields])
    /// The policy that a spec declares with the names of its fields.
    package static let envelope = BuiltInPolicy(
        "envelope", ".envelope", .any, [.errors, .codes, .streams, .sealedFields])
    package static let raw = BuiltInPolicy("raw", ".raw", .bytes, [.streams])
}
