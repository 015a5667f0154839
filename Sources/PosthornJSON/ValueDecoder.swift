import FoundationEssentials

/// Decodes a value of a ``JSONDocument``, for `Decodable` types that do not read themselves.
final class ValueDecoder {
    let run: DecodingRun
    let document: JSONDocument
    /// The index of the value in the document.
    let index: Int
    private let parent: ValueDecoder?
    private let key: (any CodingKey)?
    /// The index of the name at which the search for the next member begins.
    private var next: Int
    /// The indices of the values by name, for names that are many, that the key strategy changes or that are not ASCII.
    private var table: [String: Int]?

    /// Creates a decoder of a document.
    init(_ document: JSONDocument, _ settings: DecodingSettings) {
        self.document = document
        run = DecodingRun(settings)
        index = 0
        parent = nil
        key = nil
        next = 1
    }

    /// Creates a decoder of a member or an element of a value.
    /// - Parameter key: The last part of the coding path; `nil` for the same path.
    init(_ index: Int, in parent: ValueDecoder, _ key: (any CodingKey)?) {
        document = parent.document
        run = parent.run
        self.index = index
        self.parent = parent
        self.key = key
        next = index + 1
    }

    var settings: DecodingSettings { run.settings }

    /// The keys from the top of the document to this value.
    var codingPath: [any CodingKey] {
        var path: [any CodingKey] = []
        var decoder: ValueDecoder? = self
        while let step = decoder {
            if let key = step.key { path.append(key) }
            decoder = step.parent
        }
        return path.reversed()
    }

    /// Returns the coding path of a member or an element.
    func path(_ key: (any CodingKey)?) -> [any CodingKey] { codingPath + (key.map { [$0] } ?? []) }
}

// MARK: - Members

extension ValueDecoder {
    /// Returns the index of a member's value; `nil` if the object has no such member.
    ///
    /// Most types decode their members in the order of the document, so the search begins behind the member
    /// that was found last.
    func member(_ name: String) -> Int? {
        var name = name
        switch (settings.keys, document[index].kind) {
        case (.useDefaultKeys, .object):
            let start = next
            guard let value = name.withUTF8({ document.member($0, in: index, from: start) }) else {
                return nil
            }
            next = document.index(after: value)
            return value
        default: return makeTable()[name]
        }
    }

    /// The names of the members for the type, in the order of the document.
    var memberNames: [String] {
        var names: [String] = []
        if case .useDefaultKeys = settings.keys {
            try? forEachMember { name, _ in names.append(name) }
        } else {
            names = makeTable().sorted { $0.value < $1.value }.map(\.key)
        }
        return names
    }

    /// Calls a closure with the name and the index of each member.
    ///
    /// - Throws: The error of the closure, or a `DecodingError` if the value is not an object.
    func forEachMember(_ body: (String, Int) throws -> Void) throws {
        guard document[index].isObject else { throw failure([String: Any].self, at: index, nil) }
        let members = document.members(of: index)
        var place = members.lowerBound
        while place < members.upperBound {
            try body(document.string(at: place), place + 1)
            place = document.index(after: place + 1)
        }
    }

    /// Returns the members by name; of two names that the key strategy makes equal, the first one counts.
    private func makeTable() -> [String: Int] {
        if let table { return table }
        var members: [String: Int] = [:]
        let path = codingPath
        try? forEachMember { name, value in
            let name = convert(name, path)
            if members[name] == nil { members[name] = value }
        }
        table = members
        return members
    }

    private func convert(_ name: String, _ path: [any CodingKey]) -> String {
        switch settings.keys {
        case .convertFromSnakeCase: CamelCase.name(of: name)
        case .custom(let convert): convert(path + [AnyKey(stringValue: name)]).stringValue
        default: name
        }
    }
}
