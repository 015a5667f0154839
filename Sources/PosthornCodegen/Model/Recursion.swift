internal import PosthornSpec

/// A search for the types that contain themselves by value, which Swift cannot lay out without a box.
enum Recursion {
    static func circles(in types: [String: TypeSpec]) -> Set<String> {
        // Types that contain no remaining type, or are contained in none, are not in a cycle.
        var graph = Graph(types.mapValues { contents(of: $0.kind) })
        graph.keepCircles()
        return Set(graph.edges.keys)
    }

    /// Returns the names of the types that a type contains by value.
    private static func contents(of kind: TypeSpec.Kind) -> [String] {
        var contents: [String] = []
        kind.forEachPart { contents += Self.contents(of: $0) }
        return contents
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
