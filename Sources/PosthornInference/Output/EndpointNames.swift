internal import PosthornSpec

/// Names of endpoints, such as `listOrders` for `GET /orders`.
extension EndpointGroup {
    /// The last literal of the path, and the one before the variable that it follows.
    private var words: (last: String, parent: String?) {
        let literals = segments.indices.filter { segments[$0] != nil }
        guard let last = literals.last, let word = segments[last] else { return ("root", nil) }
        let before = last > 0 && segments[last - 1] == nil ? literals.dropLast().last : nil
        return (word, before.flatMap { segments[$0] })
    }

    private var endsInVariable: Bool { segments.last.map { $0 == nil } ?? false }

    /// The noun of what the endpoint returns, such as `Order`.
    var noun: String { Naming.word(Noun.singular(Self.stem(words.last))) }

    /// Whether the endpoint returns several things.
    var isList: Bool { method == "GET" && !endsInVariable && Noun.isPlural(words.last) }

    /// Whether the path ends in a verb, as in `POST /orders/{id}/cancel`.
    var isAction: Bool { method == "POST" && !endsInVariable && !Noun.isPlural(words.last) }

    var suggestedName: String {
        let (verb, words) = suggestedWords
        return Naming.method(verb, words) ?? "call"
    }

    private var suggestedWords: (verb: String, words: [String]) {
        let (last, parent) = words
        let owner = parent.map { [Noun.singular(Self.stem($0))] } ?? []
        let one = owner + [noun]
        let many = owner + [Self.stem(last)]
        switch method {
        case "GET": return isList ? ("list", many) : ("get", one)
        case "POST":
            if endsInVariable { return ("update", one) }
            if Noun.isPlural(last) { return ("create", one) }
            return (NearName.member(Self.stem(last)) ?? "post", owner)
        case "PUT": return ("replace", one)
        case "PATCH": return ("update", one)
        case "DELETE":
            return ("delete", endsInVariable || !Noun.isPlural(last) ? one : many)
        case "HEAD": return ("check", one)
        default: return (method.lowercased(), one)
        }
    }

    /// Returns a word of a path without its ending, such as `invoice` for `invoice.pdf`.
    private static func stem(_ word: String) -> String {
        word.split(separator: ".").first.map(String.init) ?? word
    }
}
