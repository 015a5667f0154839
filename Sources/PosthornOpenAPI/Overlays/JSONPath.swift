package import PosthornForeign
internal import PosthornSpec

/// A query of values in a document (RFC 9535), without functions.
package struct JSONPath: Sendable {
    /// A step from values to some of those inside them.
    struct Segment: Sendable {
        /// Whether the selectors apply to everything inside a value too.
        var isDescendant: Bool
        var selectors: [Selector]
    }

    enum Selector: Sendable {
        case name(String)
        case wildcard
        case index(Int)
        case slice(from: Int?, to: Int?, by: Int)
        case filter(Filter)
    }

    indirect enum Filter: Sendable {
        case any([Filter])
        case all([Filter])
        case not(Filter)
        case exists(Query)
        case compares(Operand, Comparison, Operand)
    }

    /// A query inside of a filter, from the root or from the tested value.
    struct Query: Sendable {
        var isFromRoot: Bool
        var segments: [Segment]
    }

    enum Operand: Sendable {
        case literal(FilterValue)
        /// A query that selects one value at most.
        case query(Query)
    }

    enum Comparison: String, CaseIterable, Sendable {
        // The longer operators come first, because the shorter ones begin them.
        case equal = "=="
        case unequal = "!="
        case atMost = "<="
        case atLeast = ">="
        case less = "<"
        case greater = ">"
    }

    /// The place of a value: its position in each value around it, from the root.
    ///
    /// The places of neighbours share those of the values around them.
    final class Place {
        let parent: Place?
        let position: Int

        init(_ position: Int, in parent: Place?) {
            (self.position, self.parent) = (position, parent)
        }

        /// The positions from the root.
        var positions: [Int] {
            var result: [Int] = []
            var place: Place? = self
            while let current = place {
                result.append(current.position)
                place = current.parent
            }
            return result.reversed()
        }
    }

    /// A selected value; the root has no place.
    struct Match {
        var node: Node
        var place: Place?
    }

    /// The greatest number of values that a step selects.
    static let matchLimit = 500_000

    let segments: [Segment]

    /// Reads a path.
    package init(_ text: String) throws(Problem) {
        var parser = JSONPathParser(text)
        segments = try parser.path()
    }

    /// A place at which a text is no path.
    package struct Problem: Error {
        package var found: String
        package var write: String
    }

    /// Returns the selected values, or `nil` if there are too many.
    func matches(in root: Node) -> [Match]? {
        Evaluation(root: root).matches(segments, [Match(node: root)])
    }

    /// Returns the places of the selected values in the form of normalized paths.
    package func normalizedPaths(in root: Node) -> [String] {
        (matches(in: root) ?? []).map { match in
            var (text, node) = ("$", root)
            for position in match.place?.positions ?? [] {
                let isList = node.kind == .sequence
                text += isList ? "[\(position)]" : "['\(node.keys[position])']"
                node = node.items[position]
            }
            return text
        }
    }
}

/// The evaluation of a path in one document.
private struct Evaluation {
    let root: Node

    func matches(_ segments: [JSONPath.Segment], _ start: [JSONPath.Match]) -> [JSONPath.Match]? {
        var matches = start
        for segment in segments {
            var next: [JSONPath.Match] = []
            for match in matches {
                add(segment, match, &next)
                if next.count > JSONPath.matchLimit { return nil }
            }
            matches = next
        }
        return matches
    }

    private func add(
        _ segment: JSONPath.Segment, _ match: JSONPath.Match, _ result: inout [JSONPath.Match]
    ) {
        for selector in segment.selectors { add(selector, match, &result) }
        guard segment.isDescendant, result.count <= JSONPath.matchLimit else { return }
        for position in match.node.positions { add(segment, match.inner(position), &result) }
    }

    private func add(
        _ selector: JSONPath.Selector, _ match: JSONPath.Match, _ result: inout [JSONPath.Match]
    ) {
        let node = match.node
        switch selector {
        case .name(let name):
            guard node.kind == .mapping, let position = node.keys.lastIndex(of: name) else {
                return
            }
            result.append(match.inner(position))
        case .wildcard: result += node.positions.map(match.inner)
        case .index(let index):
            let position = index < 0 ? node.list.count + index : index
            guard node.list.indices.contains(position) else { return }
            result.append(match.inner(position))
        case .slice(let from, let to, let step):
            result += Self.slice(node.list.count, from, to, step).map(match.inner)
        case .filter(let filter):
            for position in node.positions where isTrue(filter, node.items[position]) {
                result.append(match.inner(position))
            }
        }
    }

    /// Returns the positions of a slice (RFC 9535, section 2.3.4.2.2).
    private static func slice(_ count: Int, _ from: Int?, _ to: Int?, _ step: Int) -> [Int] {
        guard step != 0 else { return [] }
        func position(_ bound: Int) -> Int { bound < 0 ? count + bound : bound }
        let range = step > 0 ? 0...count : -1...max(-1, count - 1)
        func limited(_ bound: Int) -> Int { min(max(bound, range.lowerBound), range.upperBound) }
        let first = limited(from.map(position) ?? (step > 0 ? 0 : count - 1))
        let end = limited(to.map(position) ?? (step > 0 ? count : -1))
        // A greater step than the list selects the first element alone.
        return Array(stride(from: first, to: end, by: min(max(step, -count - 1), count + 1)))
    }

    private func isTrue(_ filter: JSONPath.Filter, _ node: Node) -> Bool {
        switch filter {
        case .any(let parts): parts.contains { isTrue($0, node) }
        case .all(let parts): parts.allSatisfy { isTrue($0, node) }
        case .not(let part): !isTrue(part, node)
        case .exists(let query): matches(query, node)?.isEmpty == false
        case .compares(let left, let comparison, let right):
            Self.compare(value(left, node), comparison, value(right, node))
        }
    }

    private func matches(_ query: JSONPath.Query, _ node: Node) -> [JSONPath.Match]? {
        matches(query.segments, [JSONPath.Match(node: query.isFromRoot ? root : node)])
    }

    private func value(_ operand: JSONPath.Operand, _ node: Node) -> FilterValue? {
        switch operand {
        case .literal(let value): value
        case .query(let query): matches(query, node)?.first.map { FilterValue($0.node) }
        }
    }

    /// Compares two values, of which `nil` stands for none.
    private static func compare(
        _ left: FilterValue?, _ comparison: JSONPath.Comparison, _ right: FilterValue?
    ) -> Bool {
        switch comparison {
        case .equal: left == right
        case .unequal: left != right
        case .less: isLess(left, right)
        case .greater: isLess(right, left)
        case .atMost: left == right || isLess(left, right)
        case .atLeast: left == right || isLess(right, left)
        }
    }

    private static func isLess(_ left: FilterValue?, _ right: FilterValue?) -> Bool {
        switch (left, right) {
        case (.number(let left)?, .number(let right)?): left < right
        case (.text(let left)?, .text(let right)?):
            left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
        default: false
        }
    }
}

/// A value as filters compare it.
enum FilterValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([FilterValue])
    case object([String: FilterValue])

    init(_ node: Node) {
        switch node.kind {
        case .sequence: self = .list(node.items.map(FilterValue.init))
        case .mapping:
            self = .object(
                Dictionary(
                    node.entries.map { ($0.key, FilterValue($0.value)) },
                    uniquingKeysWith: { _, last in last }))
        case .scalar where node.isNull: self = .null
        case .scalar where node.isTrue || node.isFalse: self = .bool(node.isTrue)
        case .scalar where node.isNumber: self = .number(Double(node.text) ?? 0)
        case .scalar: self = .text(node.text)
        }
    }
}

extension JSONPath.Match {
    fileprivate func inner(_ position: Int) -> JSONPath.Match {
        JSONPath.Match(node: node.items[position], place: JSONPath.Place(position, in: place))
    }
}

extension Node {
    /// The positions of the values, without those of repeated keys that a later one replaces.
    fileprivate var positions: [Int] {
        guard kind == .mapping, Set(keys).count < keys.count else { return Array(items.indices) }
        var last: [String: Int] = [:]
        for index in keys.indices { last[keys[index]] = index }
        return keys.indices.filter { last[keys[$0]] == $0 }
    }
}
