import Foundation
import TestSupport
import Testing

/// Runs the built tool in a folder of its own, and compares all that it prints.
@Suite("posthorn", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
final class CommandLineToolTests {
    /// What a run printed, and how it ended.
    struct Run: Equatable {
        var exitCode: Int32
        var output: String
        var complaints = ""
    }

    let folder = FileManager.default.temporaryDirectory
        .appending(component: "posthorn-cli-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func write(_ text: String, to name: String) throws {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func read(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Run {
        try run(arguments, environment: environment)
    }

    func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Run {
        let process = Process()
        let tool: URL = try #require(Self.tool)
        process.executableURL = tool
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment
            .merging(environment) { _, new in new }
        // Files, because a pipe that fills up would stop the tool.
        let output = folder.appending(component: ".output")
        let complaints = folder.appending(component: ".complaints")
        for file in [output, complaints] { try Data().write(to: file) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: complaints)
        try process.run()
        process.waitUntilExit()
        return Run(
            exitCode: process.terminationStatus,
            output: try String(contentsOf: output, encoding: .utf8),
            complaints: try String(contentsOf: complaints, encoding: .utf8))
    }

    /// The tool is built beside the tests.
    private static let tool: URL? = {
        var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        while folder.pathComponents.count > 1 {
            let tool = folder.appending(component: "posthorn")
            if FileManager.default.isExecutableFile(atPath: tool.path), folder.hasBuildName {
                return tool
            }
            folder.deleteLastPathComponent()
        }
        return nil
    }()

    private func clean() throws {
        try write(
            "service: CleanAPI\nendpoints:\n  ping:\n    GET: /ping\n", to: "Specs/Clean.yaml")
    }

    private func broken() throws {
        try write("service: BrokenAPI\ndoc: \"100%, a\\\\b\"\nserver: x\n", to: "Specs/Broken.yaml")
        try write(
            """
            endpoints:
              getOrder:
                GET: /orders
                returns: Ordr
                retuns: "a,b"
                errors: { 204: Order }
            types:
              Order: { id: String }

            """, to: "Specs/More/Orders.yml")
    }

    @Test("migrate keeps comments, and lists the names that change")
    func migrateRewritesEarlierSpecs() throws {
        let earlier = """
            # Orders and what pays them.
            service: "OldAPI"   # the client
            endpoints:
              list:
                GET: /orders
                query: { user_id?: String, state?: yes | no | true }  # as the shop spells it
                headers: { X-Page?: Int }
                retry: 3          # three more
                cache: { for: 5m, fallback: 1d }
                auth: none
                returns: [Event]
            types:
              Event: { oneOf: { paid: Paid, sent: Sent }, by: meta.kind }
              Paid: { meta: { kind: String }, for: { type: String, default: "a | true" } }
              Sent: { meta: { kind: String } }

            """
        try write(earlier, to: "Specs/Old.yaml")
        let changes = """
            Specs/Old.yaml:6:40: yes | no | true is now { enum: [yes, no, "true"] }
            Specs/Old.yaml:8:12: 3 is now { attempts: 4 }
            Specs/Old.yaml:9:14: for is now maxAge
            Specs/Old.yaml:9:23: fallback is now staleIfError
            Specs/Old.yaml:10:5: auth is now requires
            Specs/Old.yaml:13:51: meta.kind is a member of a member; write 'meta\\.kind' if the dot is part of a name
            Specs/Old.yaml:7:14: 'user_id' is userID in Swift, not userId
            Specs/Old.yaml:8:16: 'X-Page' is page in Swift, not xPage

            """
        #expect(
            try run("migrate", "Specs", "--dry-run") == Run(exitCode: 0, output: changes))
        #expect(try read("Specs/Old.yaml") == earlier)
        #expect(try run("migrate", "Specs") == Run(exitCode: 0, output: changes))
        #expect(
            try read("Specs/Old.yaml") == """
                # Orders and what pays them.
                service: "OldAPI"   # the client
                language: 1
                endpoints:
                  list:
                    GET: /orders
                    query: { user_id?: String, state?: { enum: [yes, no, "true"] } }  # as the shop spells it
                    headers: { X-Page?: Int }
                    retry: { attempts: 4 }          # three more
                    cache: { maxAge: 5m, staleIfError: 1d }
                    requires: none
                    returns: [Event]
                types:
                  Event: { oneOf: { paid: Paid, sent: Sent }, by: meta.kind }
                  Paid: { meta: { kind: String }, for: { type: String, default: "a | true" } }
                  Sent: { meta: { kind: String } }

                """)
        #expect(try run("migrate", "Specs") == Run(exitCode: 0, output: ""))
    }

    @Test("migrate prints what it cannot rewrite")
    func migratePrintsErrors() throws {
        try write(
            "service: OldAPI\nendpoints:\n  a: { GET: /a, query: { X-At: Int, at: Int } }\n",
            to: "Specs/Old.yaml")
        let run = try run("migrate", "Specs")
        #expect(run.exitCode == 1)
        #expect(
            run.output
                == "Specs/Old.yaml:4:37: error: two names cannot become one Swift name; found 'at', which is "
                + "'at' like 'X-At' in line 4; write another 'name:' for one of the two\n")
        #expect(try self.run("migrate", "Nowhere").exitCode == 66)
    }

    @Test("A valid spec prints nothing")
    func validSpecPrintsNothing() throws {
        try clean()
        #expect(try run("lint", "Specs") == Run(exitCode: 0, output: ""))
        #expect(try run("lint") == Run(exitCode: 0, output: ""))
        #expect(
            try run("lint", "--format", "json", "Specs") == Run(exitCode: 0, output: "[]\n"))
        #expect(try run("lint", "--format", "github") == Run(exitCode: 0, output: ""))
    }

    @Test("Errors are printed as text")
    func lintPrintsText() throws {
        try broken()
        #expect(
            try run("lint", "Specs")
                == Run(
                    exitCode: 1,
                    output: """
                        Specs/Broken.yaml:3:9: error: 'server' is an http or https URL with its \
                        scheme; found 'x'; write one as in 'https://api.example.com/v1'
                        Specs/More/Orders.yml:4:14: error: unknown type; found 'Ordr'; write \
                        'Order', if you mean that
                        Specs/More/Orders.yml:5:5: error: unknown key in an endpoint; found \
                        'retuns'; write 'returns', if you mean that
                        Specs/More/Orders.yml:6:15: warning: an error is a status that means \
                        failure; found 204, which never fails; write a status from 300 to 599

                        """))
    }

    @Test("Errors are printed as JSON")
    func lintPrintsJSON() throws {
        try write("service: AAPI\n\"a\\\"b\\\\\": 1\n", to: "A.yaml")
        let run = try run("lint", "--format", "json", "A.yaml")
        #expect(
            run
                == Run(
                    exitCode: 1,
                    output: #"""
                        [
                          { "path": "A.yaml", "line": 2, "column": 1, "severity": "error", \#
                        "rule": "unknown key in a spec file", "found": "'a\"b\\'", "write": \#
                        "'service', 'doc', 'language', 'acronyms', 'server', 'servers', 'deadline', 'rpc', 'batch', 'requestID', \#
                        'version', 'access', 'uses', 'only', 'serverProtocol', 'protocol', 'common', 'ciphers', 'signers', 'auth', 'requires', 'errors', \#
                        'webhooks', 'responses', 'response', 'sends', 'accepts', 'limits', 'endpoints', 'groups', 'types' or 'standalone'" }
                        ]

                        """#))
        let objects = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        #expect((objects as? [[String: Any]])?.count == 1)
    }

    @Test("Errors are printed as GitHub annotations")
    func lintPrintsGitHubAnnotations() throws {
        try write("service: AAPI\nserver: 100%:x\n", to: "a,b.yaml")
        #expect(
            try run("lint", "--format", "github")
                == Run(
                    exitCode: 1,
                    output: """
                        ::error file=a%2Cb.yaml,line=2,col=9::'server' is an http or https URL \
                        with its scheme; found '100%25:x'; write one as in \
                        'https://api.example.com/v1'

                        """))
    }

    @Test("Warnings do not fail the command")
    func warningsDoNotFail() throws {
        try clean()
        try write("", to: "Specs/Empty.yaml")
        #expect(
            try run("lint")
                == Run(
                    exitCode: 0,
                    output: """
                        Specs/Empty.yaml:1:1: warning: a spec file describes something; found \
                        nothing; write 'endpoints:' or 'types:'

                        """))
    }

    @Test("A service named like the folder of its target is a warning")
    func warnsOfServiceNamedLikeItsFolder() throws {
        try write("service: ParcelAPI\n", to: "ParcelAPI/Parcel.yaml")
        try write("service: ParcelAPI\n", to: "Parcel/Parcel.yaml")
        let warning =
            "ParcelAPI/Parcel.yaml:1:10: warning: a service with the name of its module hides it, so that "
            + "no name can have the module before it; found 'ParcelAPI'; write another name for one "
            + "of the two, as in 'ParcelAPIClient'\n"
        #expect(try run("lint", "ParcelAPI") == Run(exitCode: 0, output: warning))
        #expect(try run("lint", "Parcel") == Run(exitCode: 0, output: ""))
    }

    @Test("Unreadable files and wrong arguments have their own exit codes")
    func unreadableFilesHaveTheirExitCodes() throws {
        #expect(
            try run("lint", "No.yaml")
                == Run(
                    exitCode: 66,
                    output: """
                        No.yaml:1:1: error: a spec is a file or a folder that exists; found nothing; \
                        write its path

                        """))
        #expect(
            try run("lnt", "Specs")
                == Run(
                    exitCode: 64, output: "",
                    complaints: """
                        Error: there is no command 'lnt'; write 'lint', if you mean that
                        Usage: posthorn <subcommand>
                          See 'posthorn --help' for more information.

                        """))
        #expect(
            try run("lint")
                == Run(
                    exitCode: 66, output: "", complaints: "posthorn: there is no *.yaml in .\n"))
        #expect(
            try run("generate", "Nowhere", "--output", "Out")
                == Run(
                    exitCode: 66, output: "",
                    complaints: "posthorn: there is no *.yaml in Nowhere\n"
                ))
        #expect(try run("lint", "--format", "xml").exitCode == 64)
        #expect(try run("generate").exitCode == 64)
        try clean()
        let unwritable = try run("generate", "Specs", "--output", "Specs/Clean.yaml")
        #expect(unwritable.exitCode == 73)
    }

    @Test("A key is explained by its row of the table")
    func explainsKeys() throws {
        #expect(
            try run("explain", "timeout")
                == Run(
                    exitCode: 0,
                    output: """
                        timeout: How long a call may take.
                          in       a group, an endpoint
                          value    <time>
                          default  that of the client
                          example  timeout: 10s
                          page     Documentation/Spec/Timeout.md

                        timeout: How long a single attempt may take.
                          in       'retry'
                          value    <time>
                          default  as long as the call
                          example  timeout: 2s
                          page     Documentation/Spec/Retry.md

                        timeout: How long to wait for the end.
                          in       'poll'
                          value    <time>
                          default  `1h`
                          example  timeout: 10m
                          page     Documentation/Spec/Poll.md

                        """))
        #expect(
            try run("explain", "next").output == """
                next: The field with the next cursor.
                  in       'pages'
                  value    <text>
                  default  required, or `last`, `page`, `offset`, `link`, `url`
                  example  next: next_cursor
                  needs    into
                  excludes last, page, offset, link, url
                  page     Documentation/Spec/Pages.md

                """)
        #expect(
            try run("explain", "tagged").output == """
                tagged: `tagged T`: a value with the entity tag of its version.
                  page     Documentation/Spec/EntityTag.md

                """)
        let all = try run("explain")
        #expect(all.exitCode == 0)
        #expect(all.output.hasPrefix("a spec file\n  service       The name of the"))
        #expect(all.output.contains("\n\nan endpoint\n  requires "))
        for (word, key) in [("retyr", "'retry', if you mean that"), ("for", "'maxAge'")] {
            let unknown = try run("explain", word)
            #expect(unknown.exitCode == 64)
            #expect(
                unknown.complaints.hasPrefix("Error: there is no key '\(word)'; write \(key)\n"))
        }
    }

    @Test("The schema and the tables of keys are those of the table")
    func keyFilesAreUpToDate() throws {
        let specs = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Specs")
        #expect(try run("update-keys", "--check", specs.path) == Run(exitCode: 0, output: ""))
        let names = ["endpoint.schema.json", "README.md"]
        let texts = try names.map {
            try String(contentsOf: specs.appending(path: $0), encoding: .utf8)
        }
        let stale = texts.map { $0.replacing("How long a call may take.", with: "") }
        for (name, text) in zip(names, stale) { try write(text, to: "Keys/\(name)") }
        #expect(
            try run("update-keys", "--check", "Keys")
                == Run(
                    exitCode: 1, output: "",
                    complaints: """
                        posthorn: endpoint.schema.json and README.md differ from the table of keys; \
                        write 'swift run posthorn update-keys Keys'

                        """))
        #expect(try names.map { try read("Keys/\($0)") } == stale)
        #expect(try run("update-keys", "Keys").exitCode == 0)
        #expect(try names.map { try read("Keys/\($0)") } == texts)
    }

    @Test("Too large files are refused before they are read")
    func refusesLargeFiles() throws {
        try clean()
        // They take no room on the disk; the first could not be read in any time.
        for (name, size) in [("Huge", 1 << 40), ("Large", 4 << 20 + 1)] {
            try write("", to: "\(name).yaml")
            let file = try FileHandle(forWritingTo: folder.appending(path: "\(name).yaml"))
            try file.truncate(atOffset: UInt64(size))
            #expect(
                try run("lint", "\(name).yaml")
                    == Run(
                        exitCode: 66,
                        output: "\(name).yaml:1:1: error: a spec file has at most 4 MiB; found "
                            + "\(size) bytes; write several smaller files\n"))
        }
        for name in ["A", "B", "C", "D", "E"] {
            try write("", to: "Many/\(name).yaml")
            let file = try FileHandle(forWritingTo: folder.appending(path: "Many/\(name).yaml"))
            try file.truncate(atOffset: 4_000_000)
        }
        #expect(
            try run("lint", "Many")
                == Run(
                    exitCode: 66,
                    output: """
                        Many/E.yaml:1:1: error: the spec files of a service have at most 16 MiB in \
                        all; found more, up to this file; write several services

                        """))
    }

    @Test(
        "A pattern with catastrophic backtracking is an error",
        arguments: ["^(a+)+$", "^([a-zA-Z0-9]+)*@a.example$", "^(a|aa)+$"])
    func refusesCatastrophicPatterns(_ pattern: String) throws {
        let text = String(repeating: "a", count: 60) + "!"
        try write(
            """
            service: AAPI
            types:
              Account:
                first: { type: String, pattern: "^[a-z]+(-[a-z]+)*$", default: a-b }
                mail: { type: String, pattern: "\(pattern)", default: "\(text)" }

            """, to: "A.yaml")
        #expect(
            try run("lint")
                == Run(
                    exitCode: 1,
                    output: """
                        A.yaml:5:\(49 + pattern.count): error: all defaults of a service are \
                        compared with their patterns in 5 seconds; found the time at an end with \
                        '\(pattern)'; write a pattern without a repetition in a repetition, as in \
                        '"^[a-z]+(-[a-z]+)*$"'

                        """))
    }

    @Test("A file name cannot forge an output line; repeated paths count once")
    func fileNameCannotForgeALine() throws {
        let name = "a\nB.yaml:1:1: error: forged; found x; write y.yaml"
        try write("types: {}\ntyps: {}\n", to: name)
        let forged = try run("lint", name)
        #expect(!forged.output.contains("\nB.yaml"))
        #expect(forged.exitCode == 1)
        try clean()
        #expect(
            try run("lint", "Specs/Clean.yaml", "./Specs/Clean.yaml", "Specs/Clean.yaml")
                == Run(exitCode: 0, output: ""))
    }

    @Test("Input and output folders must be named")
    func refusesMissingFolders() throws {
        try clean()
        for arguments in [["--output", ""], ["--output", "Out", "--root", ""]] {
            let run = try run(["generate", "Specs"] + arguments)
            #expect(run.exitCode == 64)
            #expect(run.complaints.contains("a folder has a path; write '.' for the current one"))
        }
        #expect(
            try run("generate", "Specs/Clean.yaml", "--output", "Out")
                == Run(
                    exitCode: 66, output: "",
                    complaints:
                        "posthorn: Swift is generated from all specs of a folder; found the "
                        + "file Specs/Clean.yaml; write its folder\n"))
    }

    @Test("Links to folders are not followed; pipes are refused")
    func refusesLinksAndPipes() throws {
        try clean()
        try write("{}\n", to: "Other/Not.yaml")
        let manager = FileManager.default
        // Two links to where they lie make 2^40 paths before the system gives up.
        for (link, target) in [("Here", "."), ("There", "."), ("Other", "../Other")] {
            try manager.createSymbolicLink(
                atPath: folder.appending(path: "Specs/\(link)").path, withDestinationPath: target)
        }
        try manager.createSymbolicLink(
            atPath: folder.appending(path: "Specs/More.YAML").path,
            withDestinationPath: "../More.txt")
        try write("endpoints:\n  pong:\n    GTE: /pong\n", to: "More.txt")
        #expect(
            try run("lint", "Specs")
                == Run(
                    exitCode: 1,
                    output: """
                        Specs/More.YAML:3:5: error: unknown key in an endpoint; found 'GTE'; write \
                        'GET', if you mean that

                        """))
        #expect(mkfifo(folder.appending(path: "Pipe.yaml").path, 0o600) == 0)
        try manager.createDirectory(
            at: folder.appending(path: "Folder.yml"), withIntermediateDirectories: true)
        let run = try run("lint", "Pipe.yaml", "Folder.yml/", "Folder.yml")
        #expect(run.exitCode == 66)
        #expect(
            run.output == """
                Pipe.yaml:1:1: error: a spec is a file; found a pipe or a device; write a file, or \
                another name without '.yaml'

                """)
    }

    @Test("Many errors are limited, and the rest is counted in each format")
    func manyErrorsAreLimited() throws {
        let keys = (0..<150).map { "k\($0): x\n" }.joined()
        try write("service: AAPI\n\(keys)", to: "A.yaml")
        let text = try run("lint").output.split(separator: "\n")
        #expect(text.count == 101)
        #expect(
            text.last == """
                A.yaml:101:1: error: at most 100 places of a file are shown, 50 of them with \
                warnings; found 50 more; write the corrections above first
                """)
        #expect(try run("lint", "--format", "json").output.contains("\"found\": \"50 more\""))
        #expect(try run("lint", "--format", "github").output.contains("found 50 more"))
    }

    @Test("Generating writes changed files and reports leftover ones")
    func generateWritesChangedFiles() throws {
        try clean()
        try write("endpoints:\n  old:\n    GET: /old\n", to: "Specs/Old.yaml")
        #expect(
            try run("generate", "Specs", "--output", "Out")
                == Run(exitCode: 0, output: "wrote Out/Clean.swift\nwrote Out/Old.swift\n"))
        let text = try read("Out/Clean.swift")
        #expect(
            text.hasPrefix("// Generated from Specs/Clean.yaml. Edit the spec, not this file.\n"))
        #expect(
            try run("generate", "Specs", "--output", "Out") == Run(exitCode: 0, output: ""))
        let elsewhere = ["LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Tokyo", "HOME": "/nowhere"]
        #expect(
            try run("generate", "Specs", "--output", "Other", environment: elsewhere).exitCode == 0)
        #expect(try read("Other/Clean.swift") == text)
        try FileManager.default.removeItem(at: folder.appending(path: "Specs/Old.yaml"))
        #expect(
            try run("generate", "./Specs/", "--output", "Out")
                == Run(
                    exitCode: 0, output: "",
                    complaints: """
                        Out/Old.swift:1:1: warning: generated Swift has a spec; found none of \
                        this service; write the spec again, or remove the file

                        """))
        #expect(try read("Out/Clean.swift") == text)
        try broken()
        #expect(try run("generate", "Specs", "--output", "New").exitCode == 1)
        #expect(
            !FileManager.default.fileExists(atPath: folder.appending(component: "New").path))
    }

    @Test(
        "Output does not depend on locale, time zone or hash seed",
        arguments: [
            ["LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu"],
            ["LC_ALL": "C", "TZ": "UTC", "SWIFT_DETERMINISTIC_HASHING": "1"],
        ])
    func outputDoesNotDependOnLocaleOrTimeZone(_ environment: [String: String]) throws {
        try write(
            """
            service: PlaceAPI
            endpoints:
              ping:
                GET: /ping/{ID}
                query: { INDEX?: Int, title: String = i, at?: Date(day) }
                returns: Item
            types:
              Item: { I: Int, total: Decimal, kind: I | i2 }

            """, to: "Specs/Place.yaml")
        #expect(try run("generate", "Specs", "--output", "Here").exitCode == 0)
        #expect(
            try run("generate", "Specs", "--output", "There", environment: environment).exitCode
                == 0)
        #expect(try read("Here/Place.swift") == read("There/Place.swift"))
    }
}

extension URL {
    /// Whether this is where SwiftPM puts what it builds.
    fileprivate var hasBuildName: Bool { ["debug", "release"].contains(lastPathComponent) }
}
