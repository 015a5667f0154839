import Foundation
import Posthorn
import Testing

/// A mistake whose run-time error gives advice, and the same code with the advice followed.
public struct Remedy: Sendable, CustomTestStringConvertible {
    /// A piece of code.
    public typealias Action = @Sendable () async throws -> Void

    /// The advice, or a part of it.
    public let advice: String
    let mistake: Action
    let remedy: Action

    /// The advice.
    public var testDescription: String { advice }

    /// Creates a remedy from a part of the advice, the mistake, and the code that follows the advice.
    public init(_ advice: String, _ mistake: @escaping Action, _ remedy: @escaping Action) {
        self.advice = advice
        self.mistake = mistake
        self.remedy = remedy
    }

    /// Checks that the mistake's error has the advice, and that the remedy succeeds or fails with another one.
    public func check() async throws {
        let first = await #expect(throws: (any Error).self) { try await mistake() }
        let text = Self.text(of: try #require(first))
        #expect(text.contains(advice), "\(text)")
        do { try await remedy() } catch {
            let text = Self.text(of: error)
            #expect(!text.contains(advice), "\(text)")
        }
    }

    /// The text of an error with its advice.
    private static func text(of error: any Error) -> String {
        let advice =
            switch error {
            case let error as APIError: error.advice
            case let error as APIError.Cause: error.advice
            case let error as TransportError: error.advice
            default: String?.none
            }
        return "\(error); \(advice ?? "")"
    }

    /// Returns the texts in the code of some modules that say "write", "set" or "use", and which no remedy has.
    public static func missing(
        from remedies: [Remedy], in modules: [String], except others: [String]
    ) throws -> [String] {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent().appending(component: "Sources")
        let known = remedies.map(\.advice) + others
        return try modules.flatMap { module in
            let files = FileManager.default.enumerator(
                at: sources.appending(component: module), includingPropertiesForKeys: nil)
            return try (files?.compactMap { $0 as? URL } ?? [])
                .filter { $0.pathExtension == "swift" }
                .flatMap { try texts(in: String(contentsOf: $0, encoding: .utf8)) }
        }.filter { text in
            // An error has values in place of interpolations.
            let part = text.split(separator: /\\\([^)]*\)/).max { $0.count < $1.count } ?? ""
            return !known.contains { text.contains($0) || $0.contains(part) }
        }
    }

    private static func texts(in code: String) -> [String] {
        // A text may begin on one line and end on the next.
        code.replacing(/"\s*\n\s*\+ "/, with: "")
            .split(separator: "\n").filter { !$0.contains(/^\s*\/\//) }
            .flatMap { $0.matches(of: /"((?:[^"\\]|\\.)*)"/).map { String($0.1) } }
            .filter { $0.contains(/\b(write|set|use) \S/) }
            .map { $0.replacing("\\\"", with: "\"") }
    }
}
