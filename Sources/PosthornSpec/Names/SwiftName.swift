/// Makes Swift names out of names on the wire.
public enum SwiftName {
    /// The lowerCamelCase of a wire name, without backticks; nothing if it has none.
    ///
    /// `placed_at` becomes `placedAt`, `X-Device-ID` becomes `xDeviceID`, `IN_PROGRESS` becomes
    /// `inProgress`.
    public static func camelCase(_ wireName: String) -> String? {
        WireWords(wireName)?.camelCase
    }

    /// The UpperCamelCase of a wire name; nothing if it has none.
    public static func typeCase(_ wireName: String) -> String? {
        camelCase(wireName).map(uppercasingStart)
    }

    /// A name with its first letter uppercased: the type that belongs to a member.
    public static func uppercasingStart(_ name: String) -> String {
        name.prefix(1).uppercased() + name.dropFirst()
    }

    /// The name of the type that is declared in place in a member: `Status` for `status`, and
    /// `TypeValue` for `type`, because Swift, Foundation or Posthorn has `Type`.
    public static func nestedType(of member: String) -> String {
        let name = uppercasingStart(member)
        return ReservedNames.types.contains(name) ? name + "Value" : name
    }

    /// The name of an endpoint's request: `GetOrder` for `getOrder`, and `DataCall` for `data`, because
    /// Swift, Foundation or Posthorn has `Data`.
    public static func request(of endpoint: String) -> String {
        let name = uppercasingStart(endpoint)
        return ReservedNames.types.contains(name) ? name + "Call" : name
    }

    /// Whether a name can be a variable, function or case: ASCII, starts with a lowercase letter.
    public static func isMember(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, ("a"..."z").contains(first) else {
            return false
        }
        return name.unicodeScalars.allSatisfy(isLetterOrDigit)
    }

    /// Whether a name can be a type: ASCII, starts with an uppercase letter.
    public static func isType(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, ("A"..."Z").contains(first) else {
            return false
        }
        return name.unicodeScalars.allSatisfy(isLetterOrDigit)
    }

    /// Whether a name can be a module: ASCII letters, digits and `_`, a letter first.
    public static func isModule(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, isLetterOrDigit(first),
            !("0"..."9").contains(first)
        else { return false }
        return name.unicodeScalars.allSatisfy { isLetterOrDigit($0) || $0 == "_" }
    }

    /// A name as it is written in Swift: with backticks if it is a keyword.
    public static func escaped(_ name: String) -> String {
        SwiftKeywords.all.contains(name) ? "`\(name)`" : name
    }

    /// A name as the label of a parameter, where few keywords need backticks.
    public static func label(_ name: String) -> String {
        ["inout", "let", "var"].contains(name) ? "`\(name)`" : name
    }

    /// A name as the label of an argument, where only one keyword needs backticks.
    public static func argumentLabel(_ name: String) -> String {
        name == "inout" ? "`\(name)`" : name
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }
}
