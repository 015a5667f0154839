internal import PosthornSpec

/// The members of a response that can tell about the whole response, with their paths.
struct ResponseMembers {
    struct Member {
        let path: [String]
        let field: FieldDraft
        /// The last name in small letters and digits.
        let word: String
        /// The last two names, in small letters and digits.
        let words: String

        init(_ field: FieldDraft, below path: [String]) {
            self.path = path + [field.wireName]
            self.field = field
            word = ResponseMembers.word(field.wireName)
            words = (path.last.map(ResponseMembers.word) ?? "") + word
        }

        /// The type without `?`.
        var type: TypeText { field.type.wrapped }

        /// The path in the notation of the spec.
        var text: String {
            path.map { $0.replacing("\\", with: "\\\\").replacing(".", with: "\\.") }
                .joined(separator: ".")
        }

        /// Returns whether the documentation has one of some words.
        func says(_ words: String...) -> Bool {
            guard let doc = field.doc?.lowercased() else { return false }
            return words.contains(where: doc.hasPart)
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
            .map { Member($0, below: path) }
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
        guard name.allBytes({ $0 < 0x80 }) else {
            return String(name.lowercased().filter { $0.isLetter || $0.isNumber })
        }
        // Recognition compares the names of all members, and characters are slow in unoptimized builds.
        return String(decoding: name.utf8.compactMap(smallWord), as: UTF8.self)
    }

    /// Returns a digit or a letter of ASCII as a small one; `nil` for other bytes.
    private static func smallWord(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39, 0x61...0x7A: byte
        case 0x41...0x5A: byte + 0x20
        default: nil
        }
    }
}

extension ResponseMembers.Member {
    var isList: Bool { if case .array = type { true } else { false } }

    func has(_ name: String) -> Bool {
        if case .name(name) = type { true } else { false }
    }
}
