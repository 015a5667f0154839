import Foundation
import TestSupport
import Testing

/// `posthorn new`, `lint --fix`, completions and the version. Tests/new.sh builds what `new` writes.
extension CommandLineToolTests {
    private static let files = [
        ".github/workflows/test.yml", ".gitignore", "Package.swift", "README.md",
        "Sources/Parcel/Client.swift", "Sources/ParcelDemo/ParcelDemo.swift",
        "Tests/ParcelTests/ParcelTests.swift",
    ]

    private func contents(of name: String) throws -> [String] {
        let folder = self.folder.appending(path: name).path
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return paths.filter { path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder)
            return !isFolder.boolValue
        }.sorted()
    }

    @Test("new writes a package that depends on a URL, on a version of it, or on a folder")
    func newWritesPackages() throws {
        let package = try run("new", "Parcel", "--url", "https://git.example/mail.git")
        #expect(
            package.exitCode == 0 && package.output.hasSuffix("Next: cd Parcel && swift test\n"))
        #expect(
            try contents(of: "Parcel") == (Self.files + ["Sources/Parcel/Parcel.yaml"]).sorted())
        let manifest = try read("Parcel/Package.swift")
        #expect(
            manifest.contains(#".package(url: "https://git.example/mail.git", branch: "main")"#))
        #expect(manifest.contains(#".plugin(name: "PosthornPlugin", package: "mail")"#))
        #expect(try run("lint", "Parcel/Sources") == Run(exitCode: 0, output: ""))
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Letter"), withIntermediateDirectories: true)
        #expect(
            try run("new", "Letter", "--url", "https://git.example/m", "--from", "1.2.0").exitCode
                == 0)
        #expect(try read("Letter/Package.swift").contains(#"m", from: "1.2.0")"#))
        // The clone that built the tool.
        #expect(try run("new", "Card").exitCode == 0)
        #expect(try read("Card/Package.swift").contains(#".package(name: "posthorn", path: "/"#))
        #expect(try read("Card/.github/workflows/test.yml").hasPrefix("# Package.swift names a"))
    }

    @Test("new copies an OpenAPI document, and calls an endpoint that needs no argument")
    func newTakesDocuments() throws {
        try write(
            """
            {"openapi": "3.1.0", "info": {"title": "P", "version": "1"}, "paths": {
              "/parcels/{id}": {"get": {"operationId": "getParcel", "parameters": [
                {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
                "responses": {"200": {"content": {"application/json": {"schema": {"type": "string"}}}}}}},
              "/parcels": {"get": {"operationId": "listParcels", "security": [{"key": []}],
                "responses": {"200": {"content": {"application/json": {"schema": {"type": "string"}}}}}}}},
              "components": {"securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}}}
            """, to: "parcel.json")
        let run = try run(
            "new", "Parcel", "--openapi", "parcel.json", "--url", "https://x/posthorn")
        #expect(run.exitCode == 0, "\(run)")
        let own = ["Sources/Parcel/openapi.json", "Sources/Parcel/posthorn.yaml"]
        #expect(try contents(of: "Parcel") == (Self.files + own).sorted())
        #expect(try read("Parcel/Sources/Parcel/openapi.json") == read("parcel.json"))
        #expect(try read("Parcel/Package.swift").contains("PosthornOpenAPIPlugin"))
        #expect(try read("Parcel/Sources/Parcel/Client.swift").contains("auth: .init(key: .none)"))
        let tests = try read("Parcel/Tests/ParcelTests/ParcelTests.swift")
        #expect(tests.contains("try await api.listParcels() }"))
        #expect(tests.contains(#"path == "/parcels")"#))
    }

    @Test("new refuses bad names, folders with files, and documents with errors")
    func newRefuses() throws {
        let rule =
            "Error: a package is named like a Swift type, without 'API' at its end, and not like a module of Swift "
            + "or Posthorn; found "
        for (name, write) in [
            ("parcel", "Parcel"), ("my-parcel", "MyParcel"), ("ParcelAPI", "Parcel"),
            ("Testing", "Weather"), ("../Parcel", "Parcel"), ("PosthornCore", "Weather"),
            ("", "Weather"), ("String", "Weather"),
        ] {
            let run = try run("new", name)
            #expect(run.exitCode == 64)
            #expect(run.complaints.hasPrefix("\(rule)'\(name)'; write '\(write)'\n"), "\(run)")
        }
        try write("", to: "Parcel/notes.txt")
        #expect(
            try run("new", "Parcel")
                == Run(
                    exitCode: 73, output: "",
                    complaints: """
                        posthorn: a new package has a new or an empty folder; found 'Parcel' with files; write \
                        another name, or move the folder

                        """))
        #expect(
            try run("new", "Card", "--path", "Parcel").complaints.contains("found 'Parcel', which"))
        #expect(try run("new", "Card", "--path", ".", "--url", "https://x").exitCode == 64)
        #expect(try run("new", "Card", "--from", "1.0.0").exitCode == 64)
        #expect(try run("new", "Card", "--openapi", "None.yaml").exitCode == 66)
        try write("openapi: 3.1.0\npaths: 5\n", to: "broken.yaml")
        let broken = try run("new", "Card", "--openapi", "broken.yaml")
        #expect(broken.exitCode == 1 && broken.complaints.hasPrefix("broken.yaml:"), "\(broken)")
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "Card").path))
    }

    @Test("lint --fix changes files, names the changes, and prints what is left")
    func lintFixes() throws {
        let text =
            "service: ShopAPI\r\nendpoints:\r\n  a: { GTE: /a, retuns: Ordr }  # an order\r\n"
        try write(text, to: "Shop/Shop.yaml")
        try write("types:\n  Order: { id: Nothing }\n", to: "Shop/Types.yaml")
        #expect(
            try run("lint", "--fix", "Shop")
                == Run(
                    exitCode: 1,
                    output: """
                        Shop/Types.yaml:2:16: error: unknown type; found 'Nothing'; write a built-in type, or declare \
                        it under 'types'

                        """,
                    complaints: """
                        Shop/Shop.yaml:3:8: 'GTE' is now 'GET'
                        Shop/Shop.yaml:3:17: 'retuns' is now 'returns'
                        Shop/Shop.yaml:3:26: 'Ordr' is now 'Order'

                        """))
        #expect(
            try read("Shop/Shop.yaml")
                == text.replacing("GTE", with: "GET").replacing(
                    "retuns: Ordr", with: "returns: Order"))
        let again = try run("lint", "--fix", "--format", "json", "Shop")
        #expect(again.exitCode == 1 && again.complaints == "" && again.output.hasPrefix("[\n"))
    }

    @Test("The version is that of the changelog")
    func versionIsThatOfTheChangelog() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let changes = try String(
            contentsOf: root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        let heading = try #require(changes.split(separator: "\n").first { $0.hasPrefix("## ") })
        let version = try run("--version").output.dropLast()
        if heading == "## Unreleased" {
            #expect(version.wholeMatch(of: /\d+\.\d+\.\d+-dev/) != nil)
            let released = changes.firstMatch(of: /\n## (\d+\.\d+\.\d+)/)?.1
            #expect(released.map { !version.hasPrefix($0) } ?? true)
        } else {
            #expect(heading == "## \(version)")
        }
    }

    @Test("The completions of bash offer commands, values and files")
    func completes() throws {
        let script = try run("--generate-completion-script", "bash").output
        try write(script, to: "posthorn.bash")
        try write("", to: "Specs/Shop.yaml")
        for (words, expected) in [
            (["lin"], "lint"), (["lint", "--format", "g"], "github"), (["lint", "--fi"], "--fix"),
            (["lint", "Specs/S"], "Specs/Shop.yaml"), (["diff", "--fail-on", "w"], "wire"),
            (["generate", "Spe"], "Specs"),
        ] {
            let line = ["posthorn"] + words
            let program = """
                source posthorn.bash
                COMP_WORDS=(\(line.joined(separator: " "))); COMP_CWORD=\(words.count)
                COMP_LINE='\(line.joined(separator: " "))'; COMP_POINT=${#COMP_LINE}
                _posthorn posthorn '\(words.last ?? "")' '\(line[line.count - 2])'
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            try write(program, to: "complete.bash")
            let process = Process()
            process.executableURL = URL(filePath: "/bin/bash")
            process.arguments = ["complete.bash"]
            process.currentDirectoryURL = folder
            let output = folder.appending(component: ".completions")
            try Data().write(to: output)
            process.standardOutput = try FileHandle(forWritingTo: output)
            try process.run()
            process.waitUntilExit()
            let replies = try read(".completions").split(separator: "\n").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            #expect(replies.contains(expected), "\(words): \(replies)")
        }
        #expect(
            try run("--generate-completion-script", "zsh").output.hasPrefix("#compdef posthorn"))
        #expect(
            try run("--generate-completion-script", "fish").output.contains(
                "complete -c 'posthorn'"))
    }
}
