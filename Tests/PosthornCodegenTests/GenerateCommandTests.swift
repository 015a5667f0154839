import Foundation
import PosthornCodegen
import Testing

@Suite("posthorn-generate")
struct GenerateCommandTests {
    /// A folder of its own for each test.
    private let folder = FileManager.default.temporaryDirectory
        .appending(component: "posthorn-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func write(_ text: String, to name: String) throws -> String {
        let file = folder.appending(component: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    private var output: String { folder.appending(path: "out/A.swift").path }

    private func run(_ source: String, all: [String]) -> GenerateCommand.Outcome {
        GenerateCommand.run(
            ["--root", folder.path, "--output", output, "--source", source, "--all"] + all)
    }

    private func modified() throws -> Date? {
        try FileManager.default.attributesOfItem(atPath: output)[.modificationDate] as? Date
    }

    @Test("An output is rewritten only if its bytes change")
    func rewritesOnlyChanges() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let a = try write("service: AAPI\n", to: "A.yaml")
        #expect(run(a, all: [a]) == .init(exitCode: 0, messages: []))
        let old = Date(timeIntervalSince1970: 1_000_000)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: output)

        _ = try write("service: AAPI # with a comment\n", to: "A.yaml")
        #expect(run(a, all: [a]).exitCode == 0)
        #expect(try modified() == old)

        _ = try write("service: AAPI\ndoc: Changed\n", to: "A.yaml")
        #expect(run(a, all: [a]).exitCode == 0)
        #expect(try modified() != old)
        let text = try String(contentsOfFile: output, encoding: .utf8)
        #expect(text.hasPrefix("// Generated from A.yaml. Edit the spec, not this file.\n"))
    }

    @Test(
        "Each error is printed by the command of its file, and the others leave their output alone")
    func printsOwnErrors() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let a = try write("service: AAPI\n", to: "A.yaml")
        let b = try write("typs:\n", to: "B.yaml")
        let message =
            "\(b):1:1: error: unknown key in a spec file; found 'typs'; "
            + "write 'types', if you mean that"
        #expect(run(b, all: [a, b]) == .init(exitCode: 1, messages: [message]))
        #expect(run(a, all: [a, b]) == .init(exitCode: 0, messages: []))
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test("A missing source is an error, and wrong arguments are another")
    func refusesArguments() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let missing = folder.appending(component: "No.yaml").path
        let outcome = run(missing, all: [missing])
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.messages == [
                "\(missing):1:1: error: a spec file can be read; found none; write it"
            ])
        #expect(GenerateCommand.run([]).exitCode == 2)
        #expect(GenerateCommand.run(["--source", "A.yaml", "--output", "A.swift"]).exitCode == 2)
        #expect(GenerateCommand.run(["--what"]).exitCode == 2)
    }
}
