import Foundation
import PosthornCodegen
import PosthornSpec
import TestSupport
import Testing

@Suite("posthorn-generate")
struct GenerateCommandTests {
    /// A folder of its own for each test.
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws { temporary = try TemporaryFolder(for: "generate") }

    private func write(_ text: String, to name: String) throws -> String {
        let file = folder.appending(component: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    private func run(_ sources: [String]) -> GenerateCommand.Outcome {
        GenerateCommand.run(
            ["--root", folder.path, "--output", folder.appending(component: "out").path] + sources)
    }

    private func modified(_ name: String) throws -> Date? {
        let file = folder.appending(path: "out/\(name)").path
        return try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
    }

    @Test("Each spec gives a file, which is rewritten only if its bytes change")
    func rewritesOnlyChangedFiles() throws {
        let a = try write("service: AAPI\n", to: "A.yaml")
        let b = try write("types:\n  B: { id: Int }\n", to: "B.yml")
        #expect(run([a, b]) == .init(exitCode: 0, messages: []))
        let old = Date(timeIntervalSince1970: 1_000_000)
        for name in ["A.swift", "B.swift"] {
            let file = folder.appending(path: "out/\(name)").path
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: file)
        }

        _ = try write("service: AAPI # with a comment\n", to: "A.yaml")
        #expect(run([a, b]).exitCode == 0)
        #expect(try modified("A.swift") == old)

        _ = try write("service: AAPI\ndoc: Changed\n", to: "A.yaml")
        #expect(run([a, b]).exitCode == 0)
        #expect(try modified("A.swift") != old)
        #expect(try modified("B.swift") == old)
        let text = try String(
            contentsOf: folder.appending(path: "out/A.swift"), encoding: .utf8)
        #expect(text.hasPrefix("// Generated from A.yaml. Edit the spec, not this file.\n"))
    }

    @Test("All errors are printed, and nothing is written if there is one")
    func printsAllErrors() throws {
        let a = try write("service: AAPI\n", to: "A.yaml")
        let b = try write("typs:\n", to: "B.yaml")
        let c = try write("types:\n  c: { id: Int }\n", to: "C.yaml")
        #expect(
            run([a, b, c])
                == .init(
                    exitCode: 1,
                    messages: [
                        "\(b):1:1: error: unknown key in a spec file; found 'typs'; "
                            + "write 'types', if you mean that",
                        "\(c):2:3: error: a type has an UpperCamelCase Swift name; found 'c'; "
                            + "write one as in 'C'",
                    ]))
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out").path))
    }

    @Test("Missing specs, duplicate names and an output that is not a folder are errors")
    func refusesFiles() throws {
        let missing = folder.appending(component: "No.yaml").path
        #expect(
            run([missing])
                == .init(
                    exitCode: 1,
                    messages: [
                        "\(missing):1:1: error: a spec is a file or a folder that exists; "
                            + "found nothing; write its path"
                    ]
                ))
        let a = try write("service: AAPI\n", to: "A.yaml")
        let other = try write("types:\n  A: { id: Int }\n", to: "A.yml")
        #expect(
            run([a, other])
                == .init(
                    exitCode: 1,
                    messages: [
                        "\(other):1:1: error: each file of a target has its own name; found two "
                            + "that become A.swift, this and \(a); write one of the two under "
                            + "another name"
                    ]))
        let outcome = GenerateCommand.run(["--output", a, a])
        #expect(outcome.exitCode == 1)
        #expect(outcome.messages.count == 1)
        #expect(
            outcome.messages[0].hasPrefix(
                "\(a)/A.swift:1:1: error: the Swift cannot be written; found "))
    }

    @Test("Handwritten files are kept, truncated generated files are replaced")
    func keepsHandwrittenFiles() throws {
        let a = try write("service: AAPI\n", to: "A.yaml")
        let b = try write("types:\n  B: { id: Int }\n", to: "B.yaml")
        #expect(run([a, b]).exitCode == 0)
        let output = folder.appending(component: "out")
        let files = ["A", "B"].map { output.appending(component: "\($0).swift") }
        let whole = try files.map { try Data(contentsOf: $0) }
        for length in [0, 1, 10, 18, 40, whole[1].count - 1] {
            try whole[1].prefix(length).write(to: files[1])
            #expect(run([a, b]) == .init(exitCode: 0, messages: []))
            #expect(try Data(contentsOf: files[1]) == whole[1])
        }
        let message =
            ".swift:1:1: error: the Swift cannot be written; found a file that was not generated is "
            + "in its place; write another output folder, or move what is there"
        for text in ["import Foundation\n", "//!", "// Generated by hand"] {
            try Data(text.utf8).write(to: files[1])
            try Data("// Generated from".utf8).write(to: files[0])
            #expect(
                run([a, b]) == .init(exitCode: 1, messages: ["\(output.path)/B" + message]))
            #expect(try Data(contentsOf: files[1]) == Data(text.utf8))
            // Nothing of a service is written if not all of it can be.
            #expect(try Data(contentsOf: files[0]) == Data("// Generated from".utf8))
        }
        // Nor what a link leads to.
        let precious = folder.appending(component: "precious.txt")
        try Data("precious".utf8).write(to: precious)
        try FileManager.default.removeItem(at: files[1])
        try FileManager.default.createSymbolicLink(at: files[1], withDestinationURL: precious)
        #expect(run([a, b]).exitCode == 1)
        #expect(try Data(contentsOf: precious) == Data("precious".utf8))
    }

    @Test(
        "A pipe in place of an output file is refused", .timeLimit(.minutes(slowness)),
        .oneIssueAtLimit)
    func refusesPipes() throws {
        let a = try write("service: AAPI\n", to: "A.yaml")
        let output = folder.appending(component: "out")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        #expect(mkfifo(output.appending(component: "A.swift").path, 0o600) == 0)
        let outcome = run([a])
        #expect(outcome.exitCode == 1)
        #expect(outcome.messages.first?.contains("a folder, a pipe or a device") == true)
    }

    @Test("A spec cannot be named main.yaml")
    func refusesSpecNamedMain() throws {
        let main = try write("service: AAPI\n", to: "main.yaml")
        #expect(
            run([main])
                == .init(
                    exitCode: 1,
                    messages: [
                        "\(main):1:1: error: a spec is not named 'main', as Swift takes main.swift "
                            + "for a program; found one that becomes main.swift; write it under "
                            + "another name"
                    ]))
    }

    @Test("A missing module is an error at the key that needs it")
    func missingModuleIsAnErrorAtItsKey() throws {
        let a = try write(
            "service: AAPI\nresponse: xml\nendpoints:\n  b: { GET: /, response: xml }\n"
                + "  c: { GET: /, returns: Data, response: image }\n",
            to: "A.yaml")
        let output = folder.appending(component: "out").path
        let outcome = GenerateCommand.run(["--without", "PosthornFormats", "--output", output, a])
        let rest =
            "error: the response 'xml' needs the module PosthornFormats; found a target that does "
            + "not depend on it; write '.product(name: \"PosthornFormats\", package: \"posthorn\")' among its "
            + "dependencies"
        #expect(
            outcome == .init(exitCode: 1, messages: ["\(a):2:11: \(rest)", "\(a):4:26: \(rest)"]))
        #expect(GenerateCommand.run(["--output", output, a]).exitCode == 0)
    }

    @Test("A server has a file of its own, which a build may expect")
    func writesServers() throws {
        let a = try write(
            "service: AAPI\nserverProtocol: AServer\nendpoints:\n  b: { GET: / }\n", to: "A.yaml")
        let output = folder.appending(component: "out").path
        #expect(
            GenerateCommand.run(["--without", "PosthornServer", "--output", output, a])
                == .init(
                    exitCode: 1,
                    messages: [
                        "\(a):2:17: error: 'serverProtocol' needs the module PosthornServer; found a "
                            + "target that does not depend on it; write '.product(name: "
                            + "\"PosthornServer\", package: \"posthorn\")' among its dependencies"
                    ]))
        #expect(GenerateCommand.run(["--module", "A", "--output", output, a]).exitCode == 0)
        let file = output + "/A+Server.swift"
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("protocol AServer"))
        let plain = try write("service: AAPI\n", to: "A.yaml")
        let arguments = ["--module", "A", "--server", "--output", output, plain]
        #expect(GenerateCommand.run(arguments).exitCode == 0)
        #expect(
            try String(contentsOfFile: file, encoding: .utf8)
                == "// Generated from A.yaml, which has no 'serverProtocol'.\n")
    }

    @Test("Webhooks need the module with their keys")
    func webhooksNeedTheirModule() throws {
        let a = try write(
            "service: AAPI\nwebhooks:\n  event: { type: JSON, verify: stripe }\n", to: "A.yaml")
        let output = folder.appending(component: "out").path
        let outcome = GenerateCommand.run(["--without", "PosthornCrypto", "--output", output, a])
        #expect(
            outcome.messages == [
                "\(a):3:3: error: a webhook needs the module PosthornCrypto; found a target that does not "
                    + "depend on it; write '.product(name: \"PosthornCrypto\", package: \"posthorn\")' among "
                    + "its dependencies"
            ])
        #expect(GenerateCommand.run(["--output", output, a]).exitCode == 0)
    }

    @Test("A token endpoint needs the module that gets tokens")
    func tokenEndpointsNeedTheirModule() throws {
        let url = "https://id.example/token"
        let a = try write(
            "service: AAPI\nauth:\n  app:\n    scheme: oauth2\n    tokenURL: \(url)\n  user: oauth2\n",
            to: "A.yaml")
        let output = folder.appending(component: "out").path
        let outcome = GenerateCommand.run(["--without", "PosthornOAuth", "--output", output, a])
        #expect(
            outcome.messages == [
                "\(a):5:5: error: 'tokenURL' needs the module PosthornOAuth; found a target that does not "
                    + "depend on it; write '.product(name: \"PosthornOAuth\", package: \"posthorn\")' among "
                    + "its dependencies"
            ])
        #expect(outcome.exitCode == 1)
        #expect(GenerateCommand.run(["--output", output, a]).exitCode == 0)
        // Without a token endpoint, the client has the token.
        let plain = try write("service: AAPI\nauth: { user: oauth2 }\n", to: "A.yaml")
        #expect(
            GenerateCommand.run(["--without", "PosthornOAuth", "--output", output, plain])
                == .init(exitCode: 0, messages: []))
    }

    @Test(
        "Each plugin tells the tool which modules of generated code its target lacks",
        arguments: ["PosthornPlugin", "PosthornOpenAPIPlugin", "GenerateEndpoints"])
    func pluginsNameMissingModules(_ plugin: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Plugins/\(plugin)/\(plugin).swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        let list = try #require(text.firstMatch(of: /\[((?:\s*"Posthorn[A-Za-z]+",?)+)\s*\]/))
        let named = list.1.matches(of: /Posthorn[A-Za-z]+/).map { String($0.0) }
        let needed = Set(
            BuiltInPolicy.all.map(\.module) + [schemeModule, oauthModule, "PosthornServer"])
        #expect(Set(named) == needed.subtracting(["PosthornCore"]))
    }

    @Test("A service with the name of its module is a warning")
    func warnsOfServiceNamedLikeModule() throws {
        let spec = try write("service: ParcelAPI\naccess: package\n", to: "Parcel.yaml")
        #expect(run(["--module", "Parcel", spec]).messages == [])
        let outcome = run(["--module", "ParcelAPI", spec])
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.messages == [
                "\(spec):1:10: warning: a service with the name of its module hides it, so that no name "
                    + "can have the module before it; found 'ParcelAPI'; write another name for one "
                    + "of the two, as in 'ParcelAPIClient'"
            ])
        let own = try write("service: ParcelAPI\naccess: internal\n", to: "Own.yaml")
        #expect(run(["--module", "ParcelAPI", own]).messages == [])
    }

    @Test("Wrong arguments print the usage", arguments: [[], ["--output", "x"], ["--what"]])
    func refusesArguments(_ arguments: [String]) {
        #expect(
            GenerateCommand.run(arguments)
                == .init(
                    exitCode: 2,
                    messages: [
                        "usage: posthorn-generate [--root <folder>] [--report] [--server] "
                            + "[--without <module>] [--module <name>] "
                            + "[--dependency <module> <file.yaml>] … --output <folder> <file.yaml> …"
                    ]))
    }

    @Test(
        "A spec's name cannot escape the output folder",
        arguments: [
            ("/a/../Orders.yaml", "Orders.swift"), ("/a/..yaml", "..swift"), ("a/", "a.swift"),
            ("/..", "..swift"), ("a.b.yml", "a.b.swift"), ("", ".swift"),
        ])
    func specNameCannotEscapeOutputFolder(_ path: String, name: String) {
        #expect(GeneratedService.name(of: path) == name)
    }
}
