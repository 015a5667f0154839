internal import PosthornJSON

/// Texts that match a regular expression.
enum PatternText {
    /// Returns a text with a length that matches all patterns; `nil` if none is found.
    static func text(
        matching patterns: [String], length: ClosedRange<Int>, random: inout SampleRandom
    ) -> String? {
        guard let pattern = patterns.first, let node = PatternParser.node(of: pattern) else {
            return nil
        }
        for attempt in 0..<40 {
            var scalars = String.UnicodeScalarView()
            // Attempts repeat more and more, as a text may be too short.
            append(node, repeating: attempt / 4, to: &scalars, random: &random)
            let text = String(scalars)
            if length.contains(scalars.count), patterns.allSatisfy({ matches(text, $0) != false }) {
                return text
            }
        }
        return nil
    }

    /// Returns whether a part of a text matches a pattern; `nil` if that can't be told in bounded time.
    static func matches(_ text: String, _ pattern: String) -> Bool? {
        var work = 20_000_000
        return BoundedPattern.pattern(pattern)?.hasMatch(text, work: &work)
    }

    private static func append(
        _ node: PatternParser.Node, repeating extra: Int,
        to scalars: inout String.UnicodeScalarView, random: inout SampleRandom
    ) {
        // A repetition of repetitions would have no end in practice.
        guard scalars.count < 10_000 else { return }
        switch node {
        case .scalar(let set): if let scalar = set.sample(&random) { scalars.append(scalar) }
        case .begin, .end, .boundary: break
        case .sequence(let nodes):
            for node in nodes { append(node, repeating: extra, to: &scalars, random: &random) }
        case .choice(let nodes):
            append(random.pick(nodes), repeating: extra, to: &scalars, random: &random)
        case .repetition(let node, let least, let most):
            let end = min(most ?? .max, least + extra + 1)
            for _ in 0..<Int.random(in: least...max(least, end), using: &random) {
                append(node, repeating: extra, to: &scalars, random: &random)
            }
        }
    }
}

extension ScalarSet {
    /// Returns a member of the set, a letter or a digit if it has one; `nil` if it has nothing of ASCII and no range.
    fileprivate func sample(_ random: inout SampleRandom) -> Unicode.Scalar? {
        for candidates in [Self.words, Self.others] {
            let start = Int.random(in: candidates.indices, using: &random)
            if let found = (candidates[start...] + candidates[..<start]).first(where: contains) {
                return found
            }
        }
        return ranges.first?.lowerBound
    }

    private static let words = Array(
        "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars)
    private static let others = Array(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~".unicodeScalars)
}
