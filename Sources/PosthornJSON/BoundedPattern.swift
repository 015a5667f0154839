internal import PosthornSupport

/// A regular expression that is matched in a time that grows with the text and the pattern only.
///
/// All ways to match are followed at once (Thompson's construction), so that no text from a server takes long. It has
/// no lookaround, no references back and no atomic groups, which the generator refuses where it is used. The
/// semantics are those of `Regex` for Unicode scalars, but a word has digits and marks outside of ASCII, too.
package struct BoundedPattern: Sendable {
    private enum Step: Sendable {
        case scalar(ScalarSet)
        case split(Int, Int)
        case jump(Int)
        case begin
        case end
        case boundary(isWanted: Bool)
        case match
    }

    /// The largest number of steps, to which repetitions are expanded.
    private static let limit = 20_000
    private static let known = Locked<[String: BoundedPattern?]>([:])

    private var steps: [Step] = []

    /// Returns the pattern of a text; `nil` if it is no such regular expression.
    package static func pattern(_ text: String) -> BoundedPattern? {
        if let known = known.withLock({ $0[text] }) { return known }
        let pattern = BoundedPattern(text)
        known.withLock { if $0.count < 1_000 { $0[text] = pattern } }
        return pattern
    }

    private init?(_ text: String) {
        var parser = PatternParser(text)
        guard let node = parser.pattern(), add(node) else { return nil }
        steps.append(.match)
    }

    private mutating func add(_ node: PatternParser.Node) -> Bool {
        guard steps.count < Self.limit else { return false }
        switch node {
        case .scalar(let set): steps.append(.scalar(set))
        case .begin: steps.append(.begin)
        case .end: steps.append(.end)
        case .boundary(let isWanted): steps.append(.boundary(isWanted: isWanted))
        case .sequence(let nodes): return nodes.allSatisfy { add($0) }
        case .choice(let nodes):
            var ends: [Int] = []
            for node in nodes.dropLast() {
                let split = steps.count
                steps.append(.match)
                guard add(node) else { return false }
                ends.append(steps.count)
                steps.append(.match)
                steps[split] = .split(split + 1, steps.count)
            }
            guard let last = nodes.last, add(last) else { return false }
            for end in ends { steps[end] = .jump(steps.count) }
        case .repetition(let node, let least, let most):
            for _ in 0..<least { guard add(node) else { return false } }
            let start = steps.count
            guard let most else {
                steps.append(.match)
                guard add(node) else { return false }
                steps.append(.jump(start))
                steps[start] = .split(start + 1, steps.count)
                return true
            }
            var splits: [Int] = []
            for _ in least..<max(least, most) {
                splits.append(steps.count)
                steps.append(.match)
                guard add(node) else { return false }
            }
            for split in splits { steps[split] = .split(split + 1, steps.count) }
        }
        return steps.count < Self.limit
    }

    /// Returns whether a part of the text matches; `nil` if that takes more work than is left.
    package func hasMatch(_ text: String, work: inout Int) -> Bool? {
        var search = Search(steps: steps, scalars: Array(text.unicodeScalars))
        return search.run(&work)
    }

    /// The ways to match that are followed.
    private struct Search {
        let steps: [Step]
        let scalars: [Unicode.Scalar]
        private var current: [Int] = []
        private var next: [Int] = []
        /// The position at which each step was reached last.
        private var reached: [Int]
        private var open: [Int] = []

        init(steps: [Step], scalars: [Unicode.Scalar]) {
            self.steps = steps
            self.scalars = scalars
            reached = [Int](repeating: -1, count: steps.count)
        }

        mutating func run(_ work: inout Int) -> Bool? {
            for position in 0...scalars.count {
                if follow(0, at: position) { return true }
                swap(&current, &next)
                next.removeAll(keepingCapacity: true)
                work -= current.count + 1
                guard work > 0 else { return nil }
                guard position < scalars.count else { break }
                let scalar = scalars[position]
                for index in current {
                    guard case .scalar(let set) = steps[index], set.contains(scalar) else {
                        continue
                    }
                    if follow(index + 1, at: position + 1) { return true }
                }
            }
            return false
        }

        /// Adds the steps that take a scalar at a position; returns whether the pattern has matched.
        private mutating func follow(_ step: Int, at position: Int) -> Bool {
            open.append(step)
            while let index = open.popLast() {
                guard reached[index] < position else { continue }
                reached[index] = position
                switch steps[index] {
                case .match:
                    open.removeAll()
                    return true
                case .scalar: next.append(index)
                case .jump(let target): open.append(target)
                case .split(let first, let second): open += [second, first]
                case .begin: if position == 0 { open.append(index + 1) }
                case .end: if position == scalars.count { open.append(index + 1) }
                case .boundary(let isWanted):
                    if isBoundary(position) == isWanted { open.append(index + 1) }
                }
            }
            return false
        }

        private func isBoundary(_ position: Int) -> Bool {
            let isAfterWord = position > 0 && ScalarSet.Kind.word.contains(scalars[position - 1])
            let isBeforeWord =
                position < scalars.count && ScalarSet.Kind.word.contains(scalars[position])
            return isAfterWord != isBeforeWord
        }
    }
}

/// A set of Unicode scalars.
package struct ScalarSet: Sendable {
    /// A class of scalars.
    package enum Kind: Sendable {
        case digit, word, space, newline

        /// Returns whether a scalar is in the class.
        package func contains(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            case .digit: return scalar.properties.numericType == .decimal
            case .space: return scalar.properties.isWhitespace
            case .newline:
                return (0x0a...0x0d).contains(scalar.value)
                    || [0x85, 0x2028, 0x2029].contains(scalar.value)
            case .word:
                if scalar.isASCII {
                    return scalar.properties.isAlphabetic || scalar == "_"
                        || ("0"..."9").contains(scalar)
                }
                switch scalar.properties.generalCategory {
                case .decimalNumber, .connectorPunctuation, .spacingMark, .nonspacingMark,
                    .enclosingMark:
                    return true
                default: return scalar.properties.isAlphabetic || scalar.properties.isJoinControl
                }
            }
        }
    }

    var isNegated = false
    package var ranges: [ClosedRange<Unicode.Scalar>] = []
    var kinds: [(kind: Kind, isNegated: Bool)] = []

    /// Returns whether a scalar is in the set.
    package func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isIn =
            ranges.contains { $0.contains(scalar) }
            || kinds.contains { $0.kind.contains(scalar) != $0.isNegated }
        return isIn != isNegated
    }
}
