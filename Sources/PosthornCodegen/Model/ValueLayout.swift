internal import PosthornSpec

/// The parts of generated values that are stored on the heap.
///
/// A struct that contains itself needs a box. A struct that contains many values is expensive: the compiler
/// generates code that copies and destroys each of them wherever the struct is used. In a chain in which each
/// struct holds the previous two, this code doubles with each link.
struct ValueLayout: Sendable {
    /// The number of values that a struct or a union holds without boxes.
    private static let limit = 32

    private(set) var boxed: Set<FieldSpec> = []
    /// The declared types that contain themselves; their unions are indirect.
    let recursive: Set<String>

    private let types: [String: TypeSpec]
    private var sizes: [String: Int] = [:]
    private var open: Set<String> = []

    init(_ types: [String: TypeSpec]) {
        self.types = types
        recursive = Recursion.circles(in: types)
        for name in types.keys.sorted() { _ = size(of: name) }
    }

    /// Returns whether a union is stored on the heap.
    func isIndirect(_ union: UnionSpec, in root: String?) -> Bool {
        if let root, recursive.contains(root) { return true }
        var layout = self
        return layout.size(of: union) > Self.limit
    }

    /// Returns the number of values in a declared type; `nil` if the type contains itself.
    private mutating func size(of name: String) -> Int? {
        if let size = sizes[name] { return size }
        guard let type = types[name] else { return 1 }
        if case .union = type.kind, recursive.contains(name) { return 1 }
        // The end of a chain that is longer than the stack has been counted for other types.
        guard open.count < 200 || recursive.contains(name) else { return 1 }
        guard open.insert(name).inserted else { return nil }
        defer { open.remove(name) }
        let size = size(of: type.kind)
        if let size { sizes[name] = size }
        return size
    }

    private mutating func size(of kind: TypeSpec.Kind) -> Int? {
        switch kind {
        case .object(let own, let includes):
            return size(of: ObjectShapes(types).fields(own, includes))
        case .union(let union):
            let size = size(of: union)
            return size > Self.limit ? 1 : size
        case .tuple(let tuple): return size(of: tuple.fields)
        case .wrapper(let type, _): return size(of: type)
        case .enumeration, .foreign, .refused: return 1
        }
    }

    private mutating func size(of union: UnionSpec) -> Int {
        var sum = 0
        for union in union.cases { sum += size(of: union.type) ?? 1 }
        return sum
    }

    private mutating func size(of type: TypeExpression) -> Int? {
        switch type {
        case .array, .map: 1
        case .named(let name): size(of: name.text)
        case .optional(let wrapped): size(of: wrapped)
        case .inline(let kind): size(of: kind)
        }
    }

    /// Boxes fields that close a circle, and the largest ones until few values are left.
    private mutating func size(of fields: [FieldSpec]) -> Int {
        var sum = 0
        var nested: [(field: FieldSpec, size: Int)] = []
        for field in fields {
            // A secret is stored on the heap.
            if field.isSecret {
                sum += 1
                continue
            }
            let size = size(of: field.type)
            if size == nil { boxed.insert(field) }
            guard let size, size > 1, !boxed.contains(field) else {
                sum += 1
                continue
            }
            nested.append((field, size))
            sum += size
        }
        nested.sort { $0.size > $1.size }
        for (field, size) in nested where sum > Self.limit {
            boxed.insert(field)
            sum -= size - 1
        }
        return sum
    }
}
