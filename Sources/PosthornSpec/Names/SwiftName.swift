/// Conversions from wire names to Swift names.
package enum SwiftName {
    /// Returns the lowerCamelCase of a wire name without backticks, or `nil` if it gives no valid name.
    ///
    /// `placed_at` becomes `placedAt`, `X-Device-Id` becomes `deviceID`, `IN_PROGRESS` becomes `inProgress`.
    package static func camelCase(_ wireName: String) -> String? { camelCase(wireName, .standard) }

    static func camelCase(_ wireName: String, _ acronyms: Acronyms) -> String? {
        WireWords(acronyms.keepsPrefix ? wireName[...] : WireWords.withoutPrefix(wireName))?
            .camelCase(acronyms)
    }

    /// Returns the lowerCamelCase of an enum's value, or `nil` if it gives no valid name.
    ///
    /// `none` becomes `noneValue`, because `.none` of an optional property is `nil`.
    package static func enumCase(_ value: String) -> String? { enumCase(value, .standard) }

    static func enumCase(_ value: String, _ acronyms: Acronyms) -> String? {
        camelCase(value, acronyms).map { ReservedNames.optionals.contains($0) ? $0 + "Value" : $0 }
    }

    /// Returns the UpperCamelCase of a wire name, or `nil` if it gives no valid name.
    package static func typeCase(_ wireName: String) -> String? {
        camelCase(wireName).map(uppercasingStart)
    }

    /// Returns the name with an uppercase first letter, for the type of a member.
    package static func uppercasingStart(_ name: String) -> String {
        name.prefix(1).uppercased() + name.dropFirst()
    }

    /// Returns the name of the inline type of a member, such as `Status` for `status`.
    ///
    /// Names that Swift, Foundation or Posthorn declare get a suffix, such as `TypeValue` for `type`.
    package static func nestedType(of member: String) -> String {
        let name = uppercasingStart(member)
        return ReservedNames.types.contains(name) ? name + "Value" : name
    }

    /// Returns the name of an endpoint's request type, such as `GetOrder` for `getOrder`.
    ///
    /// Names that Swift, Foundation, Posthorn or the spec declare get a suffix, such as `DataCall` for `data`.
    ///
    /// - Parameter types: The declared types by name.
    package static func request(of endpoint: String, beside types: [String: TypeSpec]) -> String {
        type(of: endpoint, ending: "Call", beside: types)
    }

    /// Returns the name of a group's type, such as `Orders` for `orders`, or `OrdersGroup` beside a type `Orders`.
    package static func group(_ name: String, beside types: [String: TypeSpec]) -> String {
        type(of: name, ending: "Group", beside: types)
    }

    private static func type(
        of member: String, ending: String, beside types: [String: TypeSpec]
    ) -> String {
        var name = uppercasingStart(member)
        if ReservedNames.types.contains(name) { name += ending }
        while types[name] != nil { name += ending }
        return name
    }

    /// Returns whether a name is valid for a variable, function or case.
    ///
    /// It must have ASCII letters and digits only, and start with a lowercase letter.
    package static func isMember(_ name: String) -> Bool {
        name.utf8.first?.isLowercase == true && name.allBytes { $0.isLetter || $0.isDigit }
    }

    /// Returns whether a name is valid for a type.
    ///
    /// It must have ASCII letters and digits only, and start with an uppercase letter.
    package static func isType(_ name: String) -> Bool {
        name.utf8.first?.isUppercase == true && name.allBytes { $0.isLetter || $0.isDigit }
    }

    /// Returns whether a name is valid for a module.
    ///
    /// It must have ASCII letters, digits and `_` only, and start with a letter.
    package static func isModule(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, isLetterOrDigit(first),
            !("0"..."9").contains(first)
        else { return false }
        return name.unicodeScalars.allSatisfy { isLetterOrDigit($0) || $0 == "_" }
    }

    /// Returns the name as Swift code, with backticks if it is a keyword.
    package static func escaped(_ name: String) -> String {
        SwiftKeywords.all.contains(name) ? "`\(name)`" : name
    }

    /// Returns the name as a parameter label, where only `inout`, `let` and `var` need backticks.
    package static func label(_ name: String) -> String {
        ["inout", "let", "var"].contains(name) ? "`\(name)`" : name
    }

    /// Returns the name as an argument label, where only `inout` needs backticks.
    package static func argumentLabel(_ name: String) -> String {
        name == "inout" ? "`\(name)`" : name
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }
}
