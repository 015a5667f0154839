internal import PosthornSpec

/// The members of a response that can tell about the whole response, with their paths.
struct ResponseMembers {
    struct Member {
        var path: [String]
        var field: FieldDraft

        /// The type without `?`.
        var type: TypeText { field.type.wrapped }

        /// The last name in small letters and digits.
        var word: String { ResponseMembers.word(path.last ?? "") }

        /// The last two names, in small letters and digits.
        var words: String { path.suffix(2).map(ResponseMembers.word).joined() }

        /// The path in the notation of the spec.
        var text: String {
            path.map { $0.replacing("\\", with: "\\\\").replacing(".", with: "\\.") }
                .joined(separator: ".")
        }

        /// Returns whether the documentation has one of some words.
        func says(_ words: String...) -> Bool {
            guard let doc = field.doc?.lowercased() else { return false }
            return words.contains { doc.contains($0) }
        }
    }

    /// The objects in a response that describe it.
    private static let containers: Set<String> = [
        "cursor", "cursors", "links", "meta", "metadata", "next", "nextpage", "page", "pageinfo",
        "pages", "pagination", "paginationinfo", "paging", "responsemetadata", "resultinfo",
    ]
    /// The objects in a response that hold its items.
    private static let holders: Set<String> = ["data", "embedded", "response", "result"]
    /// The names of the items of a list.
    private static let lists: Set<String> = [
        "content", "contents", "data", "elements", "entries", "hits", "items", "list", "objects",
        "records", "resources", "results", "rows", "value", "values",
    ]

    let all: [Member]
    private let top: [Member]

    init(of type: TypeText) {
        top = Self.members(of: type, below: [])
        all = Self.found(in: top, depth: 0)
    }

    private static func members(of type: TypeText, below path: [String]) -> [Member] {
        (type.declaredType?.shape?.fields ?? []).filter { $0.constant == nil }
            .map { Member(path: path + [$0.wireName], field: $0) }
    }

    private static func found(in members: [Member], depth: Int) -> [Member] {
        members.flatMap { member in
            guard depth < 3, containers.contains(member.word) else { return [member] }
            return [member]
                + found(in: self.members(of: member.type, below: member.path), depth: depth + 1)
        }
    }

    /// The list that the response is about; `nil` if it has none or several.
    var items: Member? {
        if let list = Self.list(in: top) { return list }
        let holders = top.filter { Self.holders.contains($0.word) }
        guard let holder = holders.only, !top.contains(where: \.isList) else { return nil }
        return Self.list(in: Self.members(of: holder.type, below: holder.path))
    }

    private static func list(in members: [Member]) -> Member? {
        let lists = members.filter(\.isList)
        return lists.only ?? lists.filter { Self.lists.contains($0.word) }.only
    }

    /// Returns a name in small letters and digits.
    static func word(_ name: String) -> String {
        String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}

extension ResponseMembers.Member {
    var isList: Bool { if case .array = type { true } else { false } }

    func has(_ name: String) -> Bool {
        if case .name(name) = type { true } else { false }
    }
}
