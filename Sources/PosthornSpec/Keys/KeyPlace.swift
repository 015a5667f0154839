/// A group of keys in a spec, in which the same keys have the same meaning.
package enum KeyPlace: Int, CaseIterable, Sendable {
    case file, only, common, server, variable, scheme, signature, credential, issued, webhook,
        verify,
        response,
        envelope
    case group, endpoint, pathParameter, upload, returns, status, error, endMarker, pages, retry,
        cache, outbox
    /// The wait for an operation, and what `at`, `value` and `cancel` in it hold.
    case poll, place, pollValue, cancel
    case version
    /// A field of a body, a header field, a cookie or a part.
    case field
    /// A member of an object's type.
    case member
    /// A position of a tuple, which has no name by which ciphers, logs and recordings could find it.
    case position
    /// A field of a query or a form.
    case queryField
    case constant
    /// A key of a query without a value.
    case flag
    /// A declared type with one of the forms.
    case declaration
    case enumeration, union, unionCase, wrapper, foreign
    /// An object with the key `fields`, and such a body.
    case object, body
    /// The members of an object that the spec does not name.
    case others
    /// An array with a type for each position.
    case tuple
    /// The elements after the positions of a tuple.
    case rest
    /// An object without the key `fields`, whose other keys are its fields.
    case shortObject

    /// The forms of a type, each of which has one required key.
    package static let forms: [KeyPlace] = [
        .enumeration, .union, .wrapper, .foreign, .object, .tuple,
    ]

    /// The place in words, as diagnostics name it.
    package var title: String {
        switch self {
        case .file: "a spec file"
        case .only: "'only'"
        case .common: "'common'"
        case .server: "a server"
        case .variable: "a variable"
        case .scheme: "a cipher or signer"
        case .signature: "'place'"
        case .credential: "a credential"
        case .issued: "'at'"
        case .webhook: "a webhook"
        case .verify: "'verify'"
        case .response: "'response'"
        case .envelope: "'envelope'"
        case .group: "a group"
        case .endpoint: "an endpoint"
        case .pathParameter: "a path parameter"
        case .upload: "'upload'"
        case .returns: "'returns'"
        case .status: "a status"
        case .error: "an error"
        case .endMarker: "'endMarker'"
        case .pages: "'pages'"
        case .retry: "'retry'"
        case .cache: "'cache'"
        case .outbox: "'outbox'"
        case .version: "'version'"
        case .poll: "'poll'"
        case .place: "'at'"
        case .pollValue: "'value'"
        case .cancel: "'cancel'"
        case .field, .member, .position: "a field"
        case .queryField: "a field of 'query' or 'form'"
        case .constant: "a constant"
        case .flag: "a flag"
        case .declaration: "a type"
        case .enumeration: "an enum"
        case .union: "a union"
        case .unionCase: "a type of a union"
        case .wrapper: "a wrapper"
        case .foreign: "a type of Swift"
        case .object: "an object with 'fields'"
        case .body: "a body with 'fields'"
        case .others: "'others'"
        case .tuple: "a tuple"
        case .rest: "'rest'"
        case .shortObject: "an object"
        }
    }

    /// Whether the group needs one of its keys, although each of them can be missing.
    package var isNeverEmpty: Bool {
        self == .retry || self == .cache || self == .only || self == .issued
    }

    /// The rows of the table for this place, in the order of the table.
    package var rows: [SpecKey] { SpecKey.all.filter { $0.places.contains(self) } }

    /// The names of the keys that this place knows, in the order of the table.
    package var keys: [String] { Self.keys[rawValue] }

    private static let keys: [[String]] = {
        var keys = [[String]](repeating: [], count: allCases.count)
        for place in keys.indices { keys[place].reserveCapacity(40) }
        for group in SpecKey.groups {
            for row in group {
                let names = row.names
                for place in row.places {
                    if names.count == 1 {
                        keys[place.rawValue].append(names[0])
                    } else {
                        keys[place.rawValue] += names
                    }
                }
            }
        }
        return keys
    }()
}
