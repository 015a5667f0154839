internal import ArgumentParser
internal import PosthornSpec

/// The subcommand that describes the keys of the spec language.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Describes a key of the spec language, or lists all keys.")

    @Argument(help: "The key, such as 'retry'; all of them, if it is not given.")
    var key: String?

    func validate() throws {
        guard let key, Self.rows(of: key).isEmpty else { return }
        let renamed = SpecKey.all.first { $0.formerNames.contains(key) }
        let write =
            renamed.map { "'\($0.names[0])'" }
            ?? Suggestion.write(
                for: key, among: SpecKey.all.flatMap(\.names),
                else: "one that 'posthorn explain' lists")
        throw ValidationError("there is no key '\(key)'; write \(write)")
    }

    func run() {
        if let key {
            print(Self.rows(of: key).map(\.explanation).joined(separator: "\n\n"))
        } else {
            print(KeyPlace.allCases.map(\.overview).joined(separator: "\n\n"))
        }
    }

    private static func rows(of key: String) -> [SpecKey] {
        SpecKey.all.filter { $0.names.contains(key) }
    }
}

extension SpecKey {
    fileprivate var explanation: String {
        var facts = [
            ("in", places.map(\.title).joined(separator: ", ")), ("value", form.notation),
            ("default", absence ?? "required"), ("example", example),
        ]
        if !needs.isEmpty { facts.append(("needs", needs.joined(separator: " or "))) }
        let others = excludes.filter { !names.contains($0) }
        if !others.isEmpty { facts.append(("excludes", others.joined(separator: ", "))) }
        facts.append(("page", "Documentation/Spec/\(page).md"))
        return "\(names.joined(separator: ", ")): \(summary)\n"
            + facts.map { "  \(padded($0.0, to: 9))\($0.1)" }.joined(separator: "\n")
    }
}

extension KeyPlace {
    fileprivate var overview: String {
        "\(title)\n"
            + rows.map { "  \(padded($0.names.joined(separator: ", "), to: 13)) \($0.summary)" }
            .joined(separator: "\n")
    }
}

private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}
