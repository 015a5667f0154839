/// A value of a public type that the table prints.
struct Sample {
    /// The type as ``PublicTypes`` names it.
    let type: String
    /// Whether the value shows what it holds by design: data that the caller asked for, or a test's.
    let isOpen: Bool
    let value: Any

    /// A value that hides what it holds.
    ///
    /// - Parameter type: The public type, if the value is of a subclass.
    init(_ value: Any, as type: Any.Type? = nil) {
        self.init(value, type, isOpen: false)
    }

    /// A value that shows what it holds.
    static func open(_ value: Any, as type: Any.Type? = nil) -> Sample {
        Sample(value, type, isOpen: true)
    }

    private init(_ value: Any, _ type: Any.Type?, isOpen: Bool) {
        self.type = Self.name(of: type ?? Swift.type(of: value))
        self.isOpen = isOpen
        self.value = value
    }

    /// The name without module and generic arguments.
    private static func name(of type: Any.Type) -> String {
        var name = ""
        var depth = 0
        for character in String(reflecting: type) {
            if character == ">" { depth -= 1 }
            if depth == 0, character != ">", character != "<" { name.append(character) }
            if character == "<" { depth += 1 }
        }
        return name.split(separator: ".").dropFirst().joined(separator: ".")
    }
}

/// What the samples hold; no output may have it.
enum Canary {
    static let word = "canary"
    static let url =
        "https://canary:canary-password@store.example/canary/path?q=canary-query#canary-fragment"
    static let field = "canary-field"
    static let text = "canary-text"
}
