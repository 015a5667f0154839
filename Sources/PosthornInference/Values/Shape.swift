internal import PosthornForeign
internal import PosthornSpec

/// What the samples of a value have in common, whatever their order.
struct Shape {
    /// The most different texts that are kept.
    static let valueLimit = 12

    private(set) var count = 0
    private(set) var nulls = 0
    private(set) var booleans = 0
    private(set) var integers = 0
    private(set) var doubles = 0
    private(set) var texts = 0
    private(set) var lists = 0
    /// The samples without a known value.
    private(set) var unknown = 0
    /// What all texts look like; `other` if they differ.
    private(set) var kind: TextKind?
    /// The texts with their numbers; empty if there are too many.
    private(set) var values: [String: Int] = [:]
    private var hasManyValues = false
    var isSecret = false
    private(set) var object: ObjectShape?
    /// The shape of the items of lists: one, or none if all are empty.
    private(set) var items: [Shape] = []

    init() {}

    init(_ node: Node, name: String = "") {
        count = 1
        switch node.kind {
        case .mapping: object = ObjectShape(node)
        case .sequence:
            lists = 1
            var item: Shape?
            for node in node.list {
                let shape = Shape(node, name: name)
                item = item.map { $0.merged(with: shape) } ?? shape
            }
            if let item { items = [item] }
        case .scalar:
            if node.isNull {
                nulls = 1
            } else if node.isTrue || node.isFalse {
                booleans = 1
            } else if node.isNumber {
                if node.integer == nil { doubles = 1 } else { integers = 1 }
            } else {
                setText(node.text, name)
            }
        }
        if Secrets.isName(name), texts > 0 { isSecret = true }
    }

    /// Creates the shape of a text in a URL, a form or a header field; `nil` for an unknown one.
    init(text: String?, name: String) {
        count = 1
        guard let text else {
            unknown = 1
            return
        }
        if name.lowercased().hasPart("version") {
            // `4.2` is no number.
            setText(text, name)
        } else if text == "true" || text == "false" {
            booleans = 1
        } else if let number = Double(text), TextKind(text) != .integer, text.contains("."),
            number.isFinite,
            text.utf8.allSatisfy({ TextKind.isDigit($0) || $0 == 0x2E || $0 == 0x2D }),
            text.utf8.first != 0x2E, text.utf8.last != 0x2E
        {
            doubles = 1
        } else if TextKind(text) == .integer {
            integers = 1
        } else {
            setText(text, name)
        }
        if Secrets.isName(name) { isSecret = true }
    }

    /// Creates the shape of a list of values under one name.
    init(repeating shapes: [Shape]) {
        (count, lists) = (1, 1)
        items = [shapes.dropFirst().reduce(shapes[0]) { $0.merged(with: $1) }]
    }

    private mutating func setText(_ text: String, _ name: String) {
        texts = 1
        kind = TextKind(text)
        if text.utf8.count < 40 { values = [text: 1] } else { hasManyValues = true }
        isSecret = Secrets.isValue(text, of: name)
    }

    func merged(with other: Shape) -> Shape {
        var result = self
        result.count += other.count
        result.nulls += other.nulls
        result.booleans += other.booleans
        result.integers += other.integers
        result.doubles += other.doubles
        result.texts += other.texts
        result.lists += other.lists
        result.unknown += other.unknown
        if let kind = other.kind {
            result.kind = result.kind.map { $0 == kind ? kind : .other } ?? kind
        }
        result.values.merge(other.values, uniquingKeysWith: +)
        result.hasManyValues =
            hasManyValues || other.hasManyValues || result.values.count > Self.valueLimit
        if result.hasManyValues { result.values = [:] }
        result.isSecret = isSecret || other.isSecret
        if let object = other.object {
            result.object = result.object.map { $0.unify(with: object) } ?? object
        }
        if let item = other.items.first {
            result.items = [result.items.first?.merged(with: item) ?? item]
        }
        return result
    }

    /// The number of samples that are not null.
    var known: Int { count - nulls }

    /// What the value is, if all samples agree.
    enum Form { case null, bool, int, double, text, list, object, mixed, unknown }

    var form: Form {
        var form = unknown > 0 ? Form.unknown : .null
        var kinds = 0
        func add(_ count: Int, _ other: Form) {
            guard count > 0 else { return }
            form = kinds == 0 ? other : .mixed
            kinds += 1
        }
        add(booleans, .bool)
        add(integers + doubles, doubles > 0 ? .double : .int)
        add(texts, .text)
        add(lists, .list)
        add(object?.count ?? 0, .object)
        return form
    }

    /// The texts of an enum, if the name is that of a choice and there are enough samples of few words.
    func words(_ name: String, but secrets: Set<String>) -> [String]? {
        guard form == .text, kind == .other, !isSecret, unknown == 0, !hasManyValues, texts >= 8,
            (2...8).contains(values.count), texts >= values.count * 3,
            values.values.allSatisfy({ $0 > 1 }), Vocabulary.isKind(name)
        else { return nil }
        var taken: Set<String> = []
        for value in values.keys {
            guard Vocabulary.isWord(value), let name = SwiftName.enumCase(value),
                !ReservedNames.cases.contains(name), taken.insert(name).inserted,
                PlainValue(value) == .text, !secrets.contains(value)
            else { return nil }
        }
        return values.keys.sorted()
    }
}

/// The objects at one place.
///
/// Objects that are found to be of one type are unified into one.
final class ObjectShape {
    struct Member {
        var shape: Shape
        /// The least place in an object.
        var place: Int
    }

    private var next: ObjectShape?
    private var ownCount = 1
    private var ownMembers: [String: Member] = [:]
    private var ownName: String?

    init(_ node: Node) {
        for (index, entry) in node.entries.enumerated() {
            ownMembers[entry.key] = Member(
                shape: Shape(entry.value, name: entry.key), place: index)
        }
    }

    init(_ pairs: [(String, Shape)]) {
        for (index, pair) in pairs.enumerated() {
            ownMembers[pair.0] = Member(shape: pair.1, place: index)
        }
    }

    /// The object that stands for this one.
    var resolved: ObjectShape {
        var object = self
        while let next = object.next { object = next }
        return object
    }

    var count: Int { resolved.ownCount }
    var members: [String: Member] { resolved.ownMembers }
    var name: String? {
        get { resolved.ownName }
        set { resolved.ownName = newValue }
    }

    /// The members in the order in which most objects have them.
    var ordered: [(name: String, member: Member)] {
        members.map { ($0.key, $0.value) }.sorted {
            ($0.1.place, $0.0) < ($1.1.place, $1.0)
        }
    }

    func isOptional(_ name: String) -> Bool { (members[name]?.shape.count ?? 0) < count }

    @discardableResult
    func unify(with other: ObjectShape) -> ObjectShape {
        let (left, right) = (resolved, other.resolved)
        guard left !== right else { return left }
        right.next = left
        left.ownCount += right.ownCount
        left.ownName = left.ownName ?? right.ownName
        let added = right.ownMembers
        right.ownMembers = [:]
        for (name, member) in added {
            let target = left.resolved
            if let known = target.ownMembers[name] {
                let merged = Member(
                    shape: known.shape.merged(with: member.shape),
                    place: min(known.place, member.place))
                left.resolved.ownMembers[name] = merged
            } else {
                target.ownMembers[name] = member
            }
        }
        return left.resolved
    }

    /// Returns whether two objects are likely of one type: most of their members are the same.
    func isLike(_ other: ObjectShape) -> Bool {
        let (left, right) = (members, other.members)
        if left.isEmpty || right.isEmpty { return left.isEmpty && right.isEmpty }
        var common: [String] = []
        for name in left.keys where right.index(forKey: name) != nil { common.append(name) }
        guard common.count * 10 >= min(left.count, right.count) * 8,
            common.count * 2 >= max(left.count, right.count)
        else { return false }
        return common.allSatisfy { name in
            guard let one = left[name]?.shape.form, let two = right[name]?.shape.form else {
                return true
            }
            return one == two || one == .null || two == .null
                || [one, two].allSatisfy { $0 == .int || $0 == .double }
        }
    }

    /// The values of a map, if the keys are data: ids, codes of three letters, ever others, or those of many like objects.
    func map(secrets: Set<String>) -> Shape? {
        let members = members
        guard !members.isEmpty else { return nil }
        let keys = members.keys
        let areIDs = keys.allSatisfy {
            Secrets.isData($0) || Secrets.isDataKey($0) || secrets.contains($0)
        }
        guard areIDs || areCodes || areOthers || areLikeObjects else { return nil }
        return Self.merged(ordered.map(\.member.shape))
    }

    /// Whether the keys are codes of three letters.
    private var areCodes: Bool {
        members.count > 2 && hasOneForm
            && members.keys.allSatisfy {
                $0.utf8.count == 3 && $0 == $0.uppercased() && !Secrets.isData($0)
            }
    }

    /// Whether most objects have other keys.
    private var areOthers: Bool {
        guard members.count > 9, count > 2, hasOneForm else { return false }
        let present = members.values.reduce(0) { $0 + $1.shape.count }
        return present * 3 < members.count * count
    }

    /// Whether all members have values of one form, besides `null`.
    private var hasOneForm: Bool {
        let forms = Set(members.values.map(\.shape.form)).subtracting([.null])
        return forms.count < 2 || forms == [.int, .double]
    }

    /// Whether the members are at least four objects, which all have most members in common.
    private var areLikeObjects: Bool {
        guard members.count > 3 else { return false }
        let objects = members.values.compactMap { $0.shape.form == .object ? $0.shape.object : nil }
        guard objects.count == members.count else { return false }
        return objects.allSatisfy { $0.members.count > 1 && $0.isLike(objects[0]) }
    }

    /// The keys that are data beside others that are names.
    func dataKeys(secrets: Set<String>) -> Set<String> {
        Set(members.keys.filter { secrets.contains($0) || Secrets.isDataKey($0) })
    }

    /// What the members have in common whose keys are data; `nil` if there are none.
    func others(secrets: Set<String>) -> Shape? {
        let keys = dataKeys(secrets: secrets)
        return keys.isEmpty
            ? nil : Self.merged(ordered.filter { keys.contains($0.name) }.map(\.member.shape))
    }

    private static func merged(_ shapes: [Shape]) -> Shape {
        shapes.dropFirst().reduce(shapes[0]) { $0.merged(with: $1) }
    }
}
