internal import ArgumentParser
internal import PosthornSpec

/// The subcommand that describes the keys of the spec language.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Describes a key or a type of the spec language, or lists all keys.")

    @Argument(help: "The key or the type, such as 'retry'; all keys, if it is not given.")
    var key: String?

    func validate() throws {
        guard let key, Self.rows(of: key).isEmpty, TypeWord(key) == nil else { return }
        let renamed = SpecKey.all.first { $0.formerNames.contains(key) }
        let write =
            renamed.map { "'\($0.names[0])'" }
            ?? Suggestion.write(
                for: key, among: SpecKey.all.flatMap(\.names) + TypeWord.all.map(\.word),
                else: "one that 'posthorn explain' lists")
        throw ValidationError("there is no key '\(key)'; write \(write)")
    }

    func run() {
        if let key {
            let word = TypeWord(key).map { [$0.explanation] } ?? []
            print((Self.rows(of: key).map(\.explanation) + word).joined(separator: "\n\n"))
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
            ("default", shownAbsence), ("example", example),
        ]
        if !needs.isEmpty { facts.append(("needs", needs.joined(separator: " or "))) }
        let others = excludes.filter { !names.contains($0) }
        if !others.isEmpty { facts.append(("excludes", others.joined(separator: ", "))) }
        facts.append(("page", "Documentation/Spec/\(page).md"))
        return "\(names.joined(separator: ", ")): \(summary)\n"
            + facts.map { "  \($0.0.padded(9))\($0.1)" }.joined(separator: "\n")
    }
}

extension KeyPlace {
    fileprivate var overview: String {
        "\(title)\n"
            + rows.map { "  \($0.names.joined(separator: ", ").padded(13)) \($0.summary)" }
            .joined(separator: "\n")
    }
}

/// A word of types, which is no key.
private struct TypeWord {
    let word: String
    let summary: String
    let page: String

    init?(_ text: String) {
        guard let found = Self.all.first(where: { $0.word == text }) else { return nil }
        self = found
    }

    private init(_ word: String, _ summary: String, _ page: String) {
        (self.word, self.summary, self.page) = (word, summary, page)
    }

    static let all =
        [
            TypeWord(
                "tagged", "`tagged T`: a value with the entity tag of its version.", "EntityTag"),
            TypeWord("patch", "`patch of T`: the changes between two values, in `body`.", "Body"),
            TypeWord("events", "`events of T`: server-sent events, in `returns`.", "Streams"),
            TypeWord(
                "lines", "`lines of T`: a value per line, in `returns` and `body`.", "Streams"),
            TypeWord("File", "A file: in `returns`, the place of a download.", "Streams"),
            TypeWord("Bytes", "A stream of bytes, in `returns`.", "Streams"),
        ]
        + ScalarType.allCases.map {
            TypeWord($0.rawValue, "A built-in type, with its forms on the wire.", "Scalars")
        }

    var explanation: String {
        "\(word): \(summary)\n  \("page".padded(9))Documentation/Spec/\(page).md"
    }
}
