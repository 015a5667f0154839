import Foundation
import PosthornSpec
import TestSupport
import Testing

/// The advice of each diagnostic removes its cause: applied to the spec of the golden folder, the diagnostic is gone,
/// and nothing else is wrong at its place.
@Suite("Advice", .timeLimit(.minutes(5 * slowness)), .oneIssueAtLimit)
struct AdviceTests {
    /// Rules that a followed advice may break next, because its example names what the spec does not declare or has.
    private static let later: Set<String> = [
        "unknown type", "an endpoint is declared once", "a declared type has this name",
        "a key appears once", "'Data' has no such form on the wire",
    ]

    @Test("Each golden case's advice can be followed", arguments: GoldenCase.all)
    func adviceCanBeFollowed(_ golden: GoldenCase) {
        for (diagnostic, files, before) in Self.diagnostics(of: golden) {
            let isFollowed =
                Self.isFollowedInPlace(diagnostic, files, before)
                || EditByHand.all.contains { Self.follows($0, diagnostic, files, before) }
            #expect(isFollowed, "\(diagnostic)")
        }
    }

    @Test("Each edit by hand follows an advice that no other edit can follow")
    func editsByHandAreNeeded() {
        let rest = GoldenCase.all.flatMap { golden in
            Self.diagnostics(of: golden).filter { diagnostic, files, before in
                EditByHand.all.contains { $0.isMeant(by: diagnostic) }
                    && !Self.isFollowedInPlace(diagnostic, files, before)
            }
        }
        for edit in EditByHand.all {
            #expect(rest.contains { Self.follows(edit, $0, $1, $2) }, "\(edit)")
        }
    }

    private typealias Place = (diagnostic: Diagnostic, files: [String: String], all: [Diagnostic])

    /// Returns the diagnostics of a case, with the texts of its files.
    private static func diagnostics(of golden: GoldenCase) -> [Place] {
        let files = texts(of: golden)
        guard files.values.allSatisfy({ $0.count < 10_000 }) else { return [] }
        let all = read(files)
        return all.filter { !$0.rule.hasPrefix("at most 100 places") }.map { ($0, files, all) }
    }

    private static func isFollowedInPlace(
        _ diagnostic: Diagnostic, _ files: [String: String], _ before: [Diagnostic]
    ) -> Bool {
        guard let file = files[diagnostic.path].map(Array.init) else { return false }
        return AdvisedEdit.edits(of: file, for: diagnostic).contains { edit in
            var files = files
            files[diagnostic.path] = edit.applied(to: file)
            return removes(diagnostic, read(files), before)
        }
    }

    private static func follows(
        _ edit: EditByHand, _ diagnostic: Diagnostic, _ files: [String: String],
        _ before: [Diagnostic]
    ) -> Bool {
        edit.isMeant(by: diagnostic) && removes(diagnostic, read(edit.applied(to: files)), before)
    }

    /// The texts of a spec by file name; none if a file is not UTF-8.
    private static func texts(of golden: GoldenCase) -> [String: String] {
        let files = golden.sources.map { ($0.path, String(validating: $0.bytes, as: UTF8.self)) }
        let texts = Dictionary(uniqueKeysWithValues: files).compactMapValues(\.self)
        return texts.count == files.count ? texts : [:]
    }

    private static func read(_ files: [String: String]) -> [Diagnostic] {
        SpecReader.read(files.map { SourceFile(path: $0.key, text: $0.value) }).diagnostics
    }

    /// Returns whether a diagnostic is gone and there is no new error at its place or on an earlier line.
    private static func removes(
        _ diagnostic: Diagnostic, _ after: [Diagnostic], _ before: [Diagnostic]
    ) -> Bool {
        func isSame(_ other: Diagnostic) -> Bool {
            other.rule == diagnostic.rule && other.found == diagnostic.found
                && other.path == diagnostic.path && other.mark <= diagnostic.mark
        }
        guard after.count(where: isSame) < before.count(where: isSame) else { return false }
        let known = Set(before.map { "\($0.rule) \($0.found)" })
        return !after.contains { other in
            other.severity == .error && other.path == diagnostic.path
                && (other.mark == diagnostic.mark || other.mark.line < diagnostic.mark.line)
                && !later.contains(other.rule)
                && !known.contains("\(other.rule) \(other.found)")
        }
    }
}
