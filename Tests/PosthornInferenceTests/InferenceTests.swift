import Foundation
import PosthornCodegen
import PosthornFormat
import PosthornInference
import PosthornSpec
import TestSupport
import Testing

/// Infers specs from samples and compares them.
@Suite("Specs from traffic", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct InferenceTests {
    @Test(
        "Samples become the spec of their case, without a diagnostic", arguments: InferenceCase.all)
    func infersSpecs(_ example: InferenceCase) throws {
        let folder = try TemporaryFolder(for: "infer")
        let (text, spec) = try example.run(in: folder)
        if InferenceCase.isRecording, text != example.expected { try example.record(text) }
        #expect(text == example.expected)
        guard let spec else { return }
        let found = try diagnostics(of: spec)
        #expect(found == [])
        guard
            case .formatted(let formatted) = SpecFormatter.format(
                SourceFile(path: "Shop.yaml", text: spec))
        else {
            Issue.record("a draft that is not formatted")
            return
        }
        #expect(formatted == spec)
    }

    @Test("The order of the samples does not change the spec", arguments: InferenceCase.all)
    func ignoresOrder(_ example: InferenceCase) throws {
        let folder = try TemporaryFolder(for: "infer")
        let spec = try example.run(in: folder).spec
        #expect(try example.run(in: folder, isReversed: true).spec == spec)
    }

    @Test("No secret of the samples is in the spec or in the report")
    func copiesNoSecrets() throws {
        let secrets = [
            "tok-alpha-1", "dXNlcjpwYXNzd29yZA==", "key-beta-2", "sess-gamma-3", "query-delta-4",
            "refresh-epsilon-5", "hunter2-zeta", "code-eta-6", "sk_live_51H8xyzABCDEFGHIJKL",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "url-theta-7", "part-iota-8",
        ]
        var exchanges = ""
        for number in 1...9 {
            exchanges += """
                > POST https://ada:\(secrets[10])@api.shop.example/v1/session/\(secrets[3])?access_token=\(secrets[4])
                > Authorization: Bearer \(secrets[0])
                > X-API-Key: \(secrets[2])
                > Cookie: sessionid=\(secrets[3]); theme=dark
                > Content-Type: application/json
                >
                > {"password": "\(secrets[6])", "otp": "\(secrets[7])", "state": "\(number % 2 == 0 ? "new" : secrets[0])"}
                < 200 application/json
                < {"refresh_token": "\(secrets[5])", "value": "\(secrets[8])", "kind": "\(secrets[9])"}
                > POST https://api.shop.example/v1/forms
                > Authorization: Basic \(secrets[1])
                > Content-Type: application/x-www-form-urlencoded
                >
                > client_secret=\(secrets[11])&grant=\(number)
                < 400 application/json
                < {"token": "\(secrets[5])", "\(secrets[8])": {"secret": "\(secrets[7])"} broken

                """
        }
        let folder = try TemporaryFolder(for: "secrets")
        let path = folder.path + "/traffic.har"
        try Exchanges.har(exchanges).write(to: URL(filePath: path))
        let commands = folder.path + "/commands.sh"
        try Data(
            """
            curl -u ada:\(secrets[6]) -b 'sid=\(secrets[3])' https://api.shop.example/v1/a/\(secrets[6])
            curl -H 'X-Auth-Token: \(secrets[2])' -d 'password=\(secrets[7])' https://api.shop.example/v1/b

            """.utf8
        ).write(to: URL(filePath: commands))
        let collection = folder.path + "/collection.json"
        try Data(
            """
            {"variable": [{"key": "token", "value": "\(secrets[10])"}], "item": [{"request": {"method": "GET",
             "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "\(secrets[0])"}]},
             "header": [{"key": "X-Api-Key", "value": "{{token}}"}],
             "url": "https://api.shop.example/v1/c/{{token}}/\(secrets[0])"}}]}
            """.utf8
        ).write(to: URL(filePath: collection))
        let result = try Inference.run([path, commands, collection], service: "ShopAPI")
        let all = ([result.text] + result.report + result.notes.map(\.description)).joined(
            separator: "\n")
        for secret in secrets { #expect(!all.contains(secret), "\(secret)") }
        #expect(result.text.contains("password: { type: String, secret: true }"))
        #expect(result.text.contains("user: bearer"))
        #expect(result.notes.count == 9)
        let found = try diagnostics(of: result.text)
        #expect(found == [])
    }

    /// A command, a text of it that must not be copied, and a part of its draft.
    static let commands: [(command: String, secret: String, draft: String)] = [
        ("curl -su bob:HUNTER2X https://api.shop.example/orders", "HUNTER2X", "account: basic"),
        (
            "curl -sH 'Authorization: Bearer ABCSECRETABC' https://api.shop.example/orders",
            "ABCSECRETABC", "user: bearer"
        ),
        (
            "curl --oauth2-bearer TOKENVALUE12 https://api.shop.example/orders", "TOKENVALUE12",
            "user: bearer"
        ),
        ("curl -U me:PROXYPASS1 https://api.shop.example/orders", "PROXYPASS1", "GET: /orders"),
        (
            "curl https://api.shop.example/bot123456:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/send",
            "AAHdqTcv", "/{id}/send"
        ),
        ("curl 'https://api.shop.example/w/key=AKIA1'", "AKIA1", "/w/{id}"),
        ("curl -T notes.txt https://api.shop.example/files", "notes", "PUT: /files"),
        ("curl --noproxy '*' https://api.shop.example/orders", "http://*", "GET: /orders"),
        (
            #"curl https://api.shop.example/orders -d $'{"b\u00e9":1,"\x41":2}' -H 'Content-Type: application/json'"#,
            "bu00e9", "bé"
        ),
    ]

    @Test(
        "Options and paths of curl commands are read, and their secrets are not copied",
        arguments: commands)
    func readsCommands(_ command: String, _ secret: String, _ draft: String) throws {
        let folder = try TemporaryFolder(for: "curl")
        let path = folder.path + "/commands.sh"
        try Data((command + "\n").utf8).write(to: URL(filePath: path))
        let result = try Inference.run([path], service: "ShopAPI")
        #expect(result.text.contains(draft))
        #expect(!result.text.contains(secret) && !result.report.joined().contains(secret))
        #expect(result.text.contains("https://api.shop.example"))
    }

    @Test(
        "No draft of a case has the name, the address or the value of a person",
        arguments: InferenceCase.all)
    func copiesNoPersons(_ example: InferenceCase) throws {
        let folder = try TemporaryFolder(for: "persons")
        let spec = try example.run(in: folder).spec ?? ""
        let words = spec.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "@" }
        for word in [
            "ada", "bob", "hunter", "dragon", "rosebud", "fluffy", "deadbeef", "xkqjzvbnw", "2026",
            "1234567", "1699999999999", "ada@shop",
        ] {
            #expect(!words.contains { $0 == word }, "\(word)")
        }
    }

    @Test("A draft with a secret in a name is refused")
    func refusesSecrets() throws {
        let folder = try TemporaryFolder(for: "har")
        let path = folder.path + "/traffic.har"
        let token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
        let body = #"{"plain": 1, "\#(token)": 2}"#
        let har = try Exchanges.har(
            "> GET https://api.shop.example/v1/status\n< 200 application/json\n< \(body)\n"
        )
        try har.write(to: URL(filePath: path))
        do throws(TrafficFailure) {
            let text = try Inference.run([path], service: "ShopAPI").text
            #expect(!text.contains(token))
        } catch {
            #expect(error.diagnostic.description.contains("a draft has no secrets"))
        }
    }

    @Test("The end of a file at any byte is an error or a spec, and no crash")
    func survivesBrokenFiles() throws {
        let folder = try TemporaryFolder(for: "broken")
        let path = folder.path + "/traffic"
        for example in InferenceCase.all {
            _ = try example.run(in: folder)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
            where name != "traffic" {
                let bytes = try Data(contentsOf: folder.url.appending(path: name))
                for part in 1..<12 {
                    try bytes.prefix(bytes.count * part / 12).write(to: URL(filePath: path))
                    _ = try? Inference.run([path], service: "ShopAPI")
                }
                try FileManager.default.removeItem(at: folder.url.appending(path: name))
            }
        }
    }

    @Test("A file of more than 32 MiB, and values that are nested too deep, are refused")
    func refusesLargeFiles() throws {
        let folder = try TemporaryFolder(for: "large")
        let path = folder.path + "/traffic.har"
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.truncate(atOffset: 50 << 20)
        try file.close()
        let large = #expect(throws: TrafficFailure.self) {
            try Inference.run([path], service: "ShopAPI")
        }
        #expect(large?.diagnostic.found == "50 MiB")
        try Data(("{\"log\":" + String(repeating: "[", count: 9_999)).utf8).write(
            to: URL(filePath: path))
        let deep = #expect(throws: TrafficFailure.self) {
            try Inference.run([path], service: "ShopAPI")
        }
        #expect(
            deep?.diagnostic.description == """
                \(path):1:207: error: values are nested at most 200 deep; found a value in 200 others; \
                write a recording of fewer requests
                """)
    }

    /// Generates from a spec, and returns the diagnostics.
    private func diagnostics(of spec: String) throws -> [String] {
        let folder = try TemporaryFolder(for: "draft")
        try Data(spec.utf8).write(to: folder.url.appending(path: "Shop.yaml"))
        let specs = SpecFolder(files: SpecFolder.files(below: folder.path) ?? [])
        return GeneratedService(specs, root: nil, module: "Example").diagnostics.map(\.description)
    }
}
