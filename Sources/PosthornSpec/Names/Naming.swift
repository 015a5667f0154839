/// The Swift names of an import.
///
/// A name follows from the document alone. Where two names would be one, the later one has a number.
package struct Naming {
    /// The types that are declared, and those of schemas in the document, which have their names first.
    private var types: Set<String> = []
    private var schemas: [String: String] = [:]
    /// The schemas whose names were chosen for others, with these names.
    package private(set) var displaced: [String: String] = [:]
    private var endpoints: Set<String> = []
    private var requests: Set<String> = []
    /// The next number of each name that several types or endpoints would have.
    private var numbers: [String: Int] = [:]
    private let service: String

    /// The greatest number of characters of a name, before its number.
    private static let lengthLimit = 200

    /// Creates the names of schemas.
    ///
    /// - Parameters:
    ///   - chosen: The names that a user chose for schemas; none by default.
    ///   - short: Names to use in place of those of schemas; none by default.
    package init(
        service: String, schemas names: [String], chosen: [String: String] = [:],
        short: [String: String] = [:]
    ) {
        self.service = service
        types = Set(chosen.values)
        let prefix = Self.prefix(of: names)
        for name in names {
            if let own = chosen[name] {
                schemas[name] = own
                continue
            }
            let own =
                short[name]
                ?? (name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name)
            let type = Self.type(own)
            if chosen.values.contains(type) { displaced[name] = type }
            schemas[name] = uniqueType(type)
        }
    }

    /// Returns the start of all names that have dots, such as `api.v2010.`, which would only make types longer.
    private static func prefix(of names: [String]) -> String {
        let dotted = names.filter { $0.contains(".") }
        guard dotted.count > 1, var parts = dotted.first?.split(separator: ".").dropLast() else {
            return ""
        }
        while !parts.isEmpty {
            let prefix = parts.joined(separator: ".") + "."
            if dotted.allSatisfy({ $0.hasPrefix(prefix) }) { return prefix }
            parts.removeLast()
        }
        return ""
    }

    /// Returns the name of a schema's type.
    package mutating func schema(_ name: String) -> String {
        schemas[name] ?? uniqueType(Self.type(name))
    }

    /// Returns the name of a type by its place.
    ///
    /// Without its first words, if it is so long that it looks random, as a secret does.
    package mutating func place(_ parts: [String]) -> String {
        var name = Self.type(parts.map(Self.word).joined())
        while true {
            let unique = uniqueType(name)
            guard SecretScan.finds(in: unique),
                let next = name.dropFirst().firstIndex(where: \.isUppercase)
            else { return unique }
            types.remove(unique)
            name = Self.type(String(name[next...]))
        }
    }

    package func hasType(_ name: String) -> Bool { types.contains(name) }

    private mutating func uniqueType(_ name: String) -> String {
        var result = name
        var number = numbers[name] ?? 2
        while !types.insert(result).inserted || result == service {
            result = "\(name)\(number)"
            number += 1
        }
        if result != name { numbers[name] = number }
        return result
    }

    /// Returns the name of an endpoint.
    package mutating func endpoint(_ name: String) -> String {
        let name = String(name.prefix(Self.lengthLimit))
        var result = ReservedNames.endpoints.contains(name) ? name + "Call" : name
        var number = numbers[name] ?? 2
        while !endpoints.insert(result).inserted
            || !requests.insert(SwiftName.uppercasingStart(result)).inserted
            || SwiftName.uppercasingStart(result) == service
        {
            result = "\(name)\(number)"
            number += 1
        }
        if result != name { numbers[name] = number }
        return result
    }

    /// Returns the name of a method, such as `getAPI` for a verb and the words of a path.
    package static func method(_ verb: String, _ words: [String]) -> String? {
        NearName.member(verb + words.map(word).joined())
    }

    /// Returns an UpperCamelCase name that no module declares which specs and their users import.
    package static func type(_ name: String) -> String {
        var type = String(word(name).prefix(lengthLimit))
        if type.isEmpty { type = "Value" }
        // A name in capitals is a word.
        if ReservedNames.types.contains(type) || ReservedNames.typesOfServers.contains(type)
            || ReservedNames.typesOfSchemes.contains(type) || ImportedNames.module(of: type) != nil
        {
            type += "Value"
        }
        return type
    }

    /// Returns an UpperCamelCase word for a part of a name.
    package static func word(_ name: String) -> String {
        if SwiftName.isType(name) { return name }
        let hasSigns = name.hasByte(0x2B) || name.hasByte(0x2A)
        let text =
            hasSigns ? name.replacing("+", with: "Plus").replacing("*", with: "All") : name
        return NearName.type(text) ?? "Value"
    }

    /// Returns the lowerCamelCase of a text, or `nil` if it gives no name.
    package static func member(_ text: String) -> String? { SwiftName.camelCase(text) }

    /// Returns the Swift name that a spec must state for each name on the wire, or `nil` if it is derived.
    package static func members(
        _ names: [String], reserved: Set<String>, taken: inout Set<String>, ending: String
    ) -> [String?] {
        names.map { name in
            let derived = SwiftName.camelCase(name)
            if let derived, !reserved.contains(derived), taken.insert(derived).inserted {
                return nil
            }
            var base = derived ?? NearName.member(sign(name)) ?? "value"
            if !SwiftName.isMember(base) { base = "value" }
            if reserved.contains(base) { base += "Value" }
            var result = base
            if taken.contains(result), !ending.isEmpty {
                result = base + ending
                base = result
            }
            return taken.insertUnique(result, numbering: base)
        }
    }

    /// Returns a name of signs in words.
    private static func sign(_ name: String) -> String {
        switch name.first {
        case "+": "plus" + name.dropFirst()
        case "-": "minus" + name.dropFirst()
        case ">": name.dropFirst().first == "=" ? "greaterOrEqual" : "greater"
        case "<": name.dropFirst().first == "=" ? "lessOrEqual" : "less"
        default: name
        }
    }
}

extension Set<String> {
    /// Inserts a name, or one with the first number from 2 that is not taken, and returns it.
    ///
    /// - Parameter base: The name that gets the number; `nil` for the name itself.
    package mutating func insertUnique(_ name: String, numbering base: String? = nil) -> String {
        if insert(name).inserted { return name }
        let names = (2...).lazy.map { "\(base ?? name)\($0)" }
        return names.first { insert($0).inserted } ?? name
    }
}
