internal import PosthornSpec

/// A member of an object in JSON: that of a field, or an object around the members of fields with `at`.
indirect enum Member {
    case field(FieldModel)
    case object(String, [Member])

    /// Returns the members of fields; fields with the same path before the last name share its objects.
    static func tree(of fields: [FieldModel]) -> [Member] {
        tree(of: fields.map { ($0.spec.path[...], $0) })
    }

    private static func tree(of fields: [(path: ArraySlice<String>, field: FieldModel)]) -> [Member]
    {
        var members: [Member] = []
        var groups: [String: [(path: ArraySlice<String>, field: FieldModel)]] = [:]
        for (path, field) in fields where path.count > 1 {
            groups[path.first ?? "", default: []].append((path.dropFirst(), field))
        }
        for (path, field) in fields {
            guard path.count > 1 else {
                members.append(.field(field))
                continue
            }
            let name = path.first ?? ""
            // The first field has the place of the object.
            guard let group = groups.removeValue(forKey: name) else { continue }
            members.append(.object(name, tree(of: group)))
        }
        return members
    }

    var name: String {
        switch self {
        case .field(let field): field.memberName
        case .object(let name, _): name
        }
    }

    var mayBeMissing: Bool {
        switch self {
        case .field(let field):
            !field.spec.isConstant && MemberCall(field, isForeign: false).mayBeMissing
        case .object(_, let members): members.allSatisfy(\.mayBeMissing)
        }
    }

    /// The name with its mark, in the format of `JSONReader.beginObject(_:)`.
    var listed: String {
        guard !name.isEmpty else { return mayBeMissing ? "?" : "!" }
        var text = ""
        for character in name.unicodeScalars {
            if " \n\\?!".unicodeScalars.contains(character) { text += "\\" }
            text.unicodeScalars.append(character)
        }
        return mayBeMissing ? text + "?" : text
    }

    /// The conditions of which one holds if the member is written; `nil` if it is always written.
    ///
    /// - Parameter value: The expression for the value of a field.
    func conditions(_ value: (FieldModel) -> String) -> [String]? {
        switch self {
        case .field(let field):
            var parts: [String] = []
            if field.spec.traits.isReadOnly { parts.append("!json.isRequest") }
            if field.isPresence {
                parts.append("!\(value(field)).isAbsent")
            } else if field.isOptional || field.spec.isOneWay {
                parts.append("\(value(field)) != nil")
            }
            return parts.isEmpty ? nil : [parts.joined(separator: " && ")]
        case .object(_, let members):
            var all: [String] = []
            for member in members {
                guard let conditions = member.conditions(value) else { return nil }
                all += conditions
            }
            return all
        }
    }
}

extension FieldModel {
    /// The name of the member in the object that has it.
    var memberName: String { spec.path.last ?? wireName }
}
