import Foundation
import PosthornCore
import PosthornCrypto
import PosthornServer
import PosthornTesting
import TestSupport
import Testing

/// Where `posthorn call` finds secrets, and that it prints none.
@Suite("posthorn call and secrets", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CallSecretTests {
    private let tool: Tool

    private static let spec = """
        service: VaultAPI
        auth: { user: bearer, key: { header: X-Key } }
        ciphers: { partner: { scheme: aes-gcm-envelope, audience: vault }, own: Made in Swift. }
        endpoints:
          signIn:
            POST: /token
            requires: none
            body: { name: String, password: { type: String, secret: true } }
            returns: Token
          read: { GET: /read, requires: user, returns: "[Int]" }
          keyed: { GET: /keyed, requires: key, returns: "[Int]" }
          seal: { POST: /seal, requires: none, cipher: partner, body: { text: String }, returns: Text }
          unknown: { POST: /own, requires: none, cipher: own, body: { text: String } }
        types:
          Token: { access_token: { type: String, secret: true }, hours: Int }
          Text: { text: String }

        """

    init() throws {
        tool = try Tool()
        try tool.write(Self.spec, to: "Vault/Vault.yaml")
    }

    private static func json(_ text: String) -> StubResponse {
        .bytes(Data(text.utf8), type: "application/json")
    }

    @Test("login keeps a token that only the user can read, and calls send it")
    func keepsToken() throws {
        let server = try ScriptedServer.serving([.on(.get, "/read", response: Self.json("[1]"))])
        defer { server.stop() }
        let missing = try tool.run("call", "Vault", "read", "--server", server.url(""))
        #expect(
            missing
                == Tool.Run(
                    exitCode: 77, output: "",
                    complaints:
                        "read: the call needs the credential 'user'; found none; write it in 'POSTHORN_VAULTAPI_USER' or 'posthorn login Vault user'\n"
                ))
        let login = try tool.run("login", "Vault", "user", input: "t0ken\n")
        let path = ".config/posthorn/secrets.json"
        #expect(login.exitCode == 0 && !login.complaints.contains("t0ken"), "\(login)")
        let file = tool.folder.url.appending(path: path).path
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(try tool.run("call", "Vault", "read", "--server", server.url("")).exitCode == 0)
        #expect(server.requests.last?.contains("Authorization: Bearer t0ken\r\n") == true)

        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        let refused = try tool.run("call", "Vault", "read", "--server", server.url(""))
        #expect(refused.exitCode == 77)
        #expect(refused.complaints.contains("has the mode 0600; found 0644; write 'chmod 600 "))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        #expect(try tool.run("login", "Vault", "user", "--remove").exitCode == 0)
        #expect(try tool.read(path) == "{}")
    }

    @Test("A secret has a name of the spec")
    func refusesUnknownNames() throws {
        let unknown = try tool.run("login", "Vault", "usr", input: "t0ken\n")
        #expect(
            unknown
                == Tool.Run(
                    exitCode: 64, output: "",
                    complaints:
                        "VaultAPI: the spec has no such credential, cipher or signer; found 'usr'; write 'user', if you mean that\n"
                ))
        #expect(
            try tool.run("login", "Vault", "other", input: "x").complaints
                .hasSuffix("found 'other'; write 'user', 'key', 'partner' or 'own'\n"))
        #expect(try tool.run("login", "Vault", "user", "-e", "live", input: "x").exitCode == 64)
        let path = ".config/posthorn/secrets.json"
        #expect(!FileManager.default.fileExists(atPath: tool.folder.url.appending(path: path).path))
        // A name of an earlier spec can be removed.
        try tool.write(#"{"VaultAPI.old":"x","VaultAPI.user":"y"}"#, to: "s.json")
        let file = tool.folder.url.appending(path: "s.json").path
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let removed = try tool.run("login", "Vault", "old", "--remove", "--secrets", "s.json")
        #expect(removed.exitCode == 0, "\(removed)")
        #expect(try tool.read("s.json") == #"{"VaultAPI.user":"y"}"#)
    }

    @Test("A secret of the response is hidden, and can be kept for later calls")
    func keepsResponse() throws {
        let server = try ScriptedServer.serving([
            .on(.post, "/token", response: Self.json(#"{"access_token":"s3cret","hours":1}"#)),
            .on(.get, "/read", response: Self.json("[1]")),
        ])
        defer { server.stop() }
        let words = ["signIn", "name=a", "password=p4ss", "--server", server.url("")]
        func run(_ more: String...) throws -> Tool.Run {
            try tool.finish(tool.start(["call", "Vault"] + words + more))
        }
        let shown = try run("-v", "--har", "x.har")
        #expect(shown.output == "{\n  \"access_token\": \"•••\",\n  \"hours\": 1\n}\n")
        let har = try tool.read("x.har")
        for text in [shown.complaints, har, try run("--json").output, try run("--curl").output] {
            #expect(!text.contains("s3cret") && !text.contains("p4ss"), "\(text)")
        }
        #expect(har.contains("/token") && shown.complaints.contains("> POST "))
        #expect(try run("--keep", "user=access_token").exitCode == 0)
        #expect(try tool.run("call", "Vault", "read", "--server", server.url("")).exitCode == 0)
        #expect(server.requests.last?.contains("Authorization: Bearer s3cret\r\n") == true)
    }

    @Test("A credential that a server returns is shown nowhere, in none of its forms")
    func hidesReturnedCredentials() throws {
        let token = "t0k\"en/4711"
        let base64 = Data(token.utf8).base64EncodedString()
        let seen = String(repeating: "x", count: 60) + "Bearer " + token
        let inner = try JSONValue.object(["a": .string(seen)]).document()
        let body = try JSONValue.object([
            "seen": .string(seen), "inner": .string(String(decoding: inner, as: UTF8.self)),
            "base64": .string(base64), "url": "?token=t0k%22en%2F4711",
        ]).document()
        let server = try ScriptedServer.serving([
            .on(
                .get, "/read", times: 4, response: Self.json(String(decoding: body, as: UTF8.self))),
            .on(
                .get, "/read",
                response: .bytes(Data(seen.utf8), type: "text/plain", status: .badGateway)),
        ])
        defer { server.stop() }
        try tool.write(
            Self.spec.replacing("\"[Int]\"", with: "JSON"), to: "Vault/Vault.yaml")
        let environment = ["POSTHORN_VAULTAPI_USER": token]
        for options in [
            [], ["--json"], ["--verbose", "--har", "seen.har"], ["--repeat", "1"], [],
        ] {
            let words = ["call", "Vault", "read", "--server", server.url("")] + options
            let run = try tool.finish(tool.start(words, environment: environment))
            #expect(run.exitCode == 0 || run.exitCode == 5, "\(run)")
            let har = (try? tool.read("seen.har")) ?? ""
            for text in [run.output, run.complaints, har] {
                for part in ["t0k", "4711", base64, base64.replacing("/", with: "\\/")] {
                    #expect(!text.contains(part), "\(options): \(text)")
                }
            }
            #expect((run.output + run.complaints).contains("•••"), "\(run)")
        }
        #expect(server.requests.allSatisfy { $0.contains("Bearer t0k\"en/4711\r\n") })
    }

    @Test("A curl command takes credentials from the environment, and nothing is sent")
    func printsCurl() throws {
        let run = try tool.run(
            "call", "Vault", "keyed", "--curl", "--server", "http://localhost:1",
            environment: ["POSTHORN_VAULTAPI_KEY": "s3cret"])
        #expect(run.exitCode == 0 && !run.output.contains("s3cret"))
        #expect(run.output.contains("'http://localhost:1/keyed'"))
        #expect(run.output.hasSuffix("--header \"X-Key: $POSTHORN_VAULTAPI_KEY\"\n"), "\(run)")
    }

    @Test("A sealed call is shown sealed and opened, and a wrong key is a failure of the cipher")
    func sealsCalls() throws {
        let bytes = Data((1...32).map { UInt8($0) })
        let cipher = try EnvelopeServer(
            key: SecretKey(id: "k1", bytes: bytes), audience: "vault")
        let server = try SealingServer.started(cipher) { body in
            Data(String(decoding: body, as: UTF8.self).replacing("hello", with: "HELLO").utf8)
        }
        defer { server.stop() }
        let words = ["call", "Vault", "seal", "text=hello", "--server", server.url(""), "-v"]
        let key = ["POSTHORN_VAULTAPI_PARTNER": "k1:" + bytes.base64EncodedString()]
        let run = try tool.finish(tool.start(words, environment: key))
        #expect(run.exitCode == 0 && run.output == "{\n  \"text\": \"HELLO\"\n}\n", "\(run)")
        let lines = run.complaints.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("> sealed, ") && $0.hasSuffix("│ opened") })
        #expect(lines.contains { $0.hasPrefix("> ") && $0.hasSuffix(#"│ {"text":"hello"}"#) })
        #expect(lines.contains { $0.hasPrefix("< ") && $0.hasSuffix(#"│ {"text":"HELLO"}"#) })
        #expect(!server.requests.contains { $0.contains("hello") })
        let wrong = [
            "POSTHORN_VAULTAPI_PARTNER": "k1:" + Data(bytes.reversed()).base64EncodedString()
        ]
        #expect(try tool.finish(tool.start(words, environment: wrong)).exitCode == 4)
        let short = try tool.finish(
            tool.start(words, environment: ["POSTHORN_VAULTAPI_PARTNER": "k1:AAAA"]))
        #expect(short.exitCode == 77 && !short.complaints.contains("AAAA"), "\(short)")
    }

    @Test("A cipher without a scheme is refused by name, and so is a service without a server")
    func refusesCalls() throws {
        #expect(
            try tool.run("call", "Vault", "unknown", "text=x")
                == Tool.Run(
                    exitCode: 64, output: "",
                    complaints:
                        "VaultAPI: a call has a server; found none in the spec; write '--server https://…'\n"
                ))
        #expect(
            try tool.run("call", "Vault", "unknown", "text=x", "--server", "http://localhost:1")
                == Tool.Run(
                    exitCode: 69, output: "",
                    complaints:
                        "unknown: a cipher without a 'scheme' is written in Swift; found 'own'; write a program that calls the generated code, or its 'scheme' in the spec\n"
                ))
    }
}
