package import PosthornSpec

/// Follows the advice of diagnostics that has one meaning, until nothing changes.
package struct SpecFixer {
    /// The files, with the changes so far.
    package private(set) var sources: [SourceFile]
    /// The changes, each with its place at the time.
    package private(set) var fixes: [SpecFix] = []
    private let read: ([SourceFile]) -> [Diagnostic]
    private var refused: Set<SpecFix> = []

    /// The most changes of a run.
    private static let limit = 1000

    /// Changes files.
    ///
    /// - Parameter read: Returns the diagnostics of files.
    package init(_ sources: [SourceFile], read: @escaping ([SourceFile]) -> [Diagnostic]) {
        (self.sources, self.read) = (sources, read)
        var diagnostics = read(sources)
        while fixes.count < Self.limit, let after = step(diagnostics) { diagnostics = after }
    }

    /// Makes the first change that helps, and returns the diagnostics after it; `nil` if none does.
    private mutating func step(_ diagnostics: [Diagnostic]) -> [Diagnostic]? {
        for fix in diagnostics.lazy.compactMap({ SpecFix($0) }) where !refused.contains(fix) {
            guard let index = sources.firstIndex(where: { $0.path == fix.path }),
                let changed = fix.applied(to: sources[index])
            else { continue }
            var files = sources
            files[index] = changed
            let after = read(files)
            // A correct word may reveal what is wrong after it, and nothing before it.
            let isWorse = after.contains { other in
                other.path == fix.path && other.mark <= fix.mark && !diagnostics.contains(other)
            }
            guard !isWorse, !after.contains(where: { SpecFix($0) == fix }) else {
                refused.insert(fix)
                continue
            }
            sources = files
            fixes.append(fix)
            return after
        }
        return nil
    }
}
