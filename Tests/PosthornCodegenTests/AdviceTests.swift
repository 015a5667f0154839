import Foundation
import PosthornSpec
import TestSupport
import Testing

/// The advice of each diagnostic removes its cause: applied to the spec of the golden folder, the diagnostic is gone,
/// and nothing else is wrong at its place.
@Suite("Advice", .timeLimit(.minutes(5 * slowness)), .oneIssueAtLimit)
struct AdviceTests {
    /// Advice that no edit at the place of the diagnostic can follow, by a part of its text, with the reason.
    private static let others: KeyValuePairs<String, String> = [
        "the keys without '- ' before them": "it changes several lines",
        "spaces in its place": "it changes several lines",
        "it within the brackets": "it moves a text",
        "as a key in the first column": "it moves a text",
        "it in another folder": "it moves the file",
        "it in a file of its own": "it changes another file",
        "it there": "it changes another file",
        "it in each endpoint": "it moves the key",
        "what only some endpoints need there": "it moves some of the keys",
        "'upload' for one file": "it moves the key",
        "in the path": "it changes the path",
        "an object in 'returns'": "it changes what is returned",
        "the array where it is used": "it changes the places that use the type",
        "the keys themselves": "it copies what is in another place",
        "the parameters themselves": "it copies what is in another place",
        "the value without it": "it removes a part of the value",
        "'key: value'": "the key is the user's choice",
        "a name before the": "the key is the user's choice",
        "a ',' between two items": "the place of the bracket is the user's choice",
        "it as an endpoint of its own": "it moves the key",
        "it in the column of its neighbours": "it moves a text",
        "in a folder and target of its own": "it changes another file",
        "it in Swift": "it changes Swift code",
        "the type of a path parameter is given once": "it removes the group of the key too",
        "a type that has the list as a field": "the type is the user's choice",
        "another field": "the field is the user's choice",
        "the name of the other one": "the parameter is the user's choice",
        "different members": "the members are the user's choice",
        "a value for it too": "the value is the user's choice",
        "another name for the type": "it renames what is in another place",
        "for one of the two, or its type": "it renames what is in another place",
    ]

    /// Rules that a followed advice may break next, because its example names what the spec does not declare or has.
    private static let later: Set<String> = [
        "unknown type", "an endpoint is declared once", "a declared type has this name",
        "a key appears once", "'Data' has no such form on the wire",
    ]

    @Test("Each golden folder's advice can be followed", arguments: GoldenCase.all)
    func adviceCanBeFollowed(_ golden: GoldenCase) throws {
        let files = Self.texts(of: golden)
        guard files.values.allSatisfy({ $0.count < 10_000 }) else { return }
        let before = Self.read(files)
        for diagnostic in before where !diagnostic.rule.hasPrefix("at most 100 places") {
            let isOther = Self.others.contains {
                diagnostic.write.contains($0.key) || diagnostic.rule == $0.key
            }
            if isOther { continue }
            let file = try #require(files[diagnostic.path])
            let isFollowed = AdvisedEdit.edits(of: Array(file), for: diagnostic).contains { edit in
                var files = files
                files[diagnostic.path] = edit.applied(to: Array(file))
                return Self.removes(diagnostic, Self.read(files), before)
            }
            #expect(isFollowed, "\(diagnostic)")
        }
    }

    @Test("Each exception is the advice of a golden folder")
    func exceptionsAreNeeded() throws {
        let all = GoldenCase.all.flatMap { golden in
            let files = Self.texts(of: golden)
            return files.values.allSatisfy { $0.count < 10_000 } ? Self.read(files) : []
        }
        let unused = Self.others.filter { other in
            !all.contains { $0.write.contains(other.key) || $0.rule == other.key }
        }
        #expect(unused.map(\.key) == [])
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
