internal import PosthornSpec

/// The paths of all samples, in which segments that are data become variables.
final class PathTree {
    private var literals: [String: PathTree] = [:]
    private var variable: PathTree?
    /// The names that collections give the variable.
    private var names: Set<String> = []
    private var methods: Set<String> = []
    /// Whether a request here succeeded, or has no response.
    private var hasSuccess = false
    /// The members of the objects that GET returns here.
    private var members: [Set<String>] = []

    /// Adds a path.
    ///
    /// - Parameters:
    ///   - secrets: Texts that no spec may have.
    ///   - ids: Segments that are ids, each with the one before it.
    ///   - members: The members of the returned object.
    func insert(
        _ sample: Sample, secrets: Set<String>, ids: Set<[String]>, members: Set<String>?
    ) {
        var node = self
        var previous = ""
        for segment in sample.url.path {
            let isID = ids.contains([previous, segment.text])
            previous = segment.text
            if segment.variable != nil || isID || Secrets.isData(segment.text)
                || secrets.contains(segment.text)
            {
                let next = node.variable ?? PathTree()
                if let name = segment.variable { next.names.insert(name) }
                node.variable = next
                node = next
            } else {
                let next = node.literals[segment.text] ?? PathTree()
                node.literals[segment.text] = next
                node = next
            }
        }
        node.methods.insert(sample.method)
        if sample.response.map({ $0.status < 400 }) ?? true { node.hasSuccess = true }
        if sample.method == "GET", let members { node.members.append(members) }
    }

    /// Makes variables of words that differ between otherwise equal paths with equal results.
    func generalize(depth: Int = 0) {
        if depth > 0, haveEqualResults {
            let merged = variable ?? PathTree()
            for name in literals.keys.sorted() { literals[name].map(merged.merge) }
            (variable, literals) = (merged, [:])
        }
        // A word that leads to nothing beside ids is an id of nothing.
        if let variable, !literals.isEmpty {
            let suffixes = variable.suffixes
            for (name, child) in literals
            where !child.hasSuccessBelow && child.suffixes.isSubset(of: suffixes) {
                variable.merge(child)
                literals[name] = nil
            }
        }
        for child in literals.values { child.generalize(depth: depth + 1) }
        variable?.generalize(depth: depth + 1)
    }

    /// Whether at least three words lead to like objects, and the others to nothing, such as a 404.
    private var haveEqualResults: Bool {
        let children = literals.values.filter { !$0.members.isEmpty }
        guard children.count > 2, Set(literals.values.map(\.suffixes)).count == 1 else {
            return false
        }
        // The first in an order that does not depend on that of the samples.
        let lists = children.flatMap(\.members).map { $0.sorted() }
        guard let first = lists.min(by: { $0.lexicographicallyPrecedes($1) }), first.count > 1
        else {
            return false
        }
        return children.allSatisfy { $0.members.contains { Self.areLike($0, Set(first)) } }
    }

    private var hasSuccessBelow: Bool {
        hasSuccess || literals.values.contains { $0.hasSuccessBelow }
            || variable?.hasSuccessBelow == true
    }

    private static func areLike(_ left: Set<String>, _ right: Set<String>) -> Bool {
        left.intersection(right).count * 10 >= left.union(right).count * 7
    }

    /// The methods here and below.
    private var suffixes: Set<String> {
        var result = methods
        for (name, child) in literals { result.formUnion(child.suffixes.map { "\(name)/\($0)" }) }
        if let variable { result.formUnion(variable.suffixes.map { "{}/\($0)" }) }
        return result
    }

    private func merge(_ other: PathTree) {
        methods.formUnion(other.methods)
        members += other.members
        hasSuccess = hasSuccess || other.hasSuccess
        names.formUnion(other.names)
        for (name, child) in other.literals {
            if let own = literals[name] { own.merge(child) } else { literals[name] = child }
        }
        if let child = other.variable {
            if let own = variable { own.merge(child) } else { variable = child }
        }
    }

    /// Returns the segments of a path: the literal, or `nil` with the name of a variable.
    func template(of path: [TrafficURL.Segment]) -> [(literal: String?, name: String?)] {
        var node = self
        var result: [(literal: String?, name: String?)] = []
        for segment in path {
            if segment.variable == nil, let next = node.literals[segment.text] {
                result.append((segment.text, nil))
                node = next
            } else if let next = node.variable {
                result.append((nil, next.names.min()))
                node = next
            }
        }
        return result
    }
}
