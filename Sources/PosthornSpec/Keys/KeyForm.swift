/// The form of a key's value: the grammar of the table of keys.
package indirect enum KeyForm: Sendable {
    /// A kind of value in JSON.
    package enum Kind: String, Sendable {
        case string, number, integer, boolean, null, array, object
    }

    /// A value of one of the kinds; without kinds, any value.
    ///
    /// - Parameters:
    ///   - said: The name of the form in texts.
    ///   - pattern: The regular expression that a text has to match.
    case scalar(_ said: String, [Kind], pattern: String?)
    case number(_ said: String, ClosedRange<Int>)
    case words([String])
    case truth(Bool)
    case nothing
    case list(KeyForm, least: Int = 1, isUnique: Bool = false)
    /// A group whose keys are names.
    ///
    /// - Parameters:
    ///   - least: The lowest number of names.
    ///   - beside: The place of keys that can stand among the names.
    case map(KeyForm, KeyForm, least: Int = 0, beside: KeyPlace? = nil)
    case group(KeyPlace)
    case oneOf([KeyForm])
    /// A type, as a text or in brackets; with forms, also a group of keys.
    case type(hasForms: Bool)
    /// A declared type.
    case declaration
    /// A type, or the keys of a place, which requires the key `type`.
    case field(KeyPlace)
}

extension KeyForm {
    /// A scalar, which is read as its text.
    static let text = KeyForm.scalar("text", [.string, .number, .boolean], pattern: nil)
    static let string = KeyForm.scalar("text", [.string], pattern: nil)
    static let anything = KeyForm.scalar("value", [], pattern: nil)
    static let present = KeyForm.scalar(
        "value", [.string, .number, .boolean, .array, .object], pattern: nil)
    static let bool = KeyForm.scalar("true or false", [.boolean], pattern: nil)
    /// A text or a number.
    static let rawValue = KeyForm.scalar("value", [.string, .number], pattern: nil)
    /// The code of an envelope.
    static let code = KeyForm.scalar("code", [.string, .integer, .boolean, .null], pattern: nil)
    static let status = KeyForm.number("status", 400...599)
    static let type = KeyForm.type(hasForms: true)
    static let plainType = KeyForm.type(hasForms: false)

    private static func pattern(_ said: String, _ pattern: String) -> KeyForm {
        .scalar(said, [.string], pattern: pattern)
    }
    static let name = pattern("name", "^[a-z][A-Za-z0-9]*$")
    static let endpointName = pattern("endpoint", "^[a-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*)?$")
    static let typeName = pattern("Type", "^[A-Z][A-Za-z0-9]*$")
    static let acronym = pattern("word", "^[A-Za-z][A-Za-z0-9]{1,11}$")
    static let foreignName = pattern("Type", "^[A-Z][A-Za-z0-9_.]*$")
    static let baseURL = pattern("URL", #"^https?://[^@?#\s]+$"#)
    /// A URL to which the client sends a secret.
    static let secretURL = pattern("URL", #"^https://[^@?#/\s][^@?#\s]*$"#)
    static let token = pattern("header", "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")
    static let duration = pattern("time", "^[0-9]+(ms|s|m|h|d)$")
    static let nestedPath = pattern("path", #"[.]"#)
    static let memberPath = pattern("path", #"^[^ .?=]+(\.[^ .?=]+)*$"#)
    static let mediaType = pattern(
        "media type",
        #"^[!#$%&'*+.^_`|~0-9A-Za-z-]+/[!#$%&'*+.^_`|~0-9A-Za-z-]+[\x20-\x7e]*$"#)
    /// The greatest length of a pattern.
    ///
    /// Swift's regex parser has no limit for nested brackets, but it can parse any nesting within this
    /// length.
    static let patternLimit = 1_000
    static let regex = pattern("pattern", "^[\\s\\S]{0,\(patternLimit)}$")
    static let bounds = KeyForm.scalar(
        "least...most", [.string, .integer, .number],
        pattern: #"^(-?[0-9.]+([eE][-+]?[0-9]+)?)?(\.\.\.)?(-?[0-9.]+([eE][-+]?[0-9]+)?)?$"#)
    package static let path = pattern(
        "path",
        #"^\{ *[^{}: ]+ *: *URL *\}$|^(?=.{1,2000}$)(?!.*/\.\.?(?:/|$))(?!.*/:[A-Za-z_])/(?:[^?#{}\"<>\\^`|\s\u0080-\uffff]|\{[^{}#=!@|][^{}]*\})*$"#
    )

    /// Media types of bodies, perhaps with names.
    static let sentTypes = oneOf([
        .mediaType, .list(.mediaType, isUnique: true), .map(.name, .mediaType, least: 1),
    ])
    static let acceptedTypes = oneOf([.mediaType, .list(.mediaType, isUnique: true)])

    /// Names of response policies that a service declares.
    static let policyName = pattern(
        "name",
        "^(?!(\(BuiltInPolicy.all.map(\.word).joined(separator: "|")))$)[a-z][A-Za-z0-9]*$")
    /// The built-in policies without options.
    static let builtInPolicy = words(BuiltInPolicy.all.filter { $0 != .envelope }.map(\.word))
    static let style = words(QueryStyleSpec.allCases.map(\.rawValue))

    /// Names of ciphers or others that are supplied in Swift, each with a sentence of documentation or nothing.
    static func declarations(_ name: KeyForm = .name) -> KeyForm {
        .map(name, .oneOf([.text, .nothing]))
    }
    static let strategies = map(.name, .oneOf([.text, .nothing, .group(.scheme)]))
    static let authScheme = words(["bearer", "basic", "digest", "certificate", "oauth2"])
    /// A credential by its name, perhaps with scopes.
    static let need = oneOf([.string, .map(.name, .list(.string), least: 1)])
    /// Names, each once.
    static let names = list(.string, isUnique: true)
    /// Names of a service's declarations, in an endpoint.
    static let uses = oneOf([.string, .list(.string, isUnique: true)])

    /// Values by their names on the wire, in a request.
    static func parameters(
        _ place: KeyPlace, named name: KeyForm = .string, beside: KeyPlace? = nil
    ) -> KeyForm {
        .map(name, .oneOf([.group(.constant), .field(place)]), beside: beside)
    }
    static let queryParameters = map(
        .string, .oneOf([.group(.constant), .group(.flag), .field(.queryField)]))
    static let formFields = parameters(.queryField)
    static let headers = parameters(
        .field,
        named: pattern(
            "header",
            "^(?!(?:[Cc]onnection|[Cc]ontent-[Ll]ength|[Ee]xpect|[Hh]ost|[Kk]eep-[Aa]live|[Pp]roxy-[Cc]onnection|[Tt][Ee]|[Tt]railer|[Tt]ransfer-[Ee]ncoding|[Uu]pgrade)\\??$)[!#$%&'+.^_`|~0-9A-Za-z-]+\\*?\\??$"
        ))
    static let cookies = parameters(
        .field, named: pattern("cookie", #"^[!#$%&'*+.^_`|~0-9A-Za-z-]+\??$"#))
    static let successStatus = pattern("status", "^[23][0-9][0-9]$")
    static let failure = pattern("status", "^([1-5][0-9][0-9]|[1-5]xx|default|code .+)$")
}
