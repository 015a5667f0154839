internal import PosthornSpec

/// Finds the types that contain themselves by value: Swift can't lay them out without a box.
enum Recursion {
    static func circles(in types: [String: TypeSpec]) -> Set<String> {
        var inner: [String: Set<String>] = [:]
        for (name, type) in types {
            inner[name] = Set(contents(of: type.kind).filter { types[$0] != nil })
        }
        // What contains nothing that is left, or is contained in nothing, is in no circle.
        var outer: [String: Set<String>] = [:]
        for (name, targets) in inner {
            for target in targets { outer[target, default: []].insert(name) }
        }
        return left(left(Set(types.keys), inner, outer), outer, inner)
    }

    /// What is left when all without an edge forward are removed, again and again.
    private static func left(
        _ names: Set<String>, _ forward: [String: Set<String>], _ back: [String: Set<String>]
    ) -> Set<String> {
        var left = names
        var counts: [String: Int] = [:]
        for name in names { counts[name] = forward[name]?.intersection(names).count ?? 0 }
        var free = names.filter { counts[$0] == 0 }
        while let name = free.popFirst() {
            left.remove(name)
            for user in back[name] ?? [] where left.contains(user) {
                counts[user, default: 0] -= 1
                if counts[user] == 0 { free.insert(user) }
            }
        }
        return left
    }

    /// The names of the types that a type holds by value.
    private static func contents(of kind: TypeSpec.Kind) -> [String] {
        switch kind {
        // An object is a reference.
        case .object: []
        case .union(let union): union.cases.flatMap { contents(of: $0.type) }
        case .wrapper(let type, _): contents(of: type)
        case .enumeration, .foreign, .refused: []
        }
    }

    private static func contents(of type: TypeExpression) -> [String] {
        switch type {
        case .named(let name): [name.text]
        case .optional(let wrapped): contents(of: wrapped)
        case .inline(let kind): contents(of: kind)
        case .array, .map: []
        }
    }
}
