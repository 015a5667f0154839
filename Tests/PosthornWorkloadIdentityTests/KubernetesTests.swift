import Foundation
import Posthorn
import TestSupport
import Testing

@testable import PosthornHTTP
@testable import PosthornWorkloadIdentity

@Suite("Service accounts of Kubernetes", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct KubernetesTests {
    /// Returns a token that expires so many seconds after the start of the test; its signature is not one.
    private static func jwt(_ name: String, expiresIn seconds: Double?) -> String {
        let expiry = seconds.map { #","exp":\#(Int(TestClock().now.timeIntervalSince1970 + $0))"# }
        let claims = Data(#"{"sub":"\#(name)"\#(expiry ?? "")}"#.utf8).base64EncodedString()
        let text = claims.replacing("=", with: "").replacing("+", with: "-")
            .replacing("/", with: "_")
        return "eyJhbGciOiJSUzI1NiJ9.\(text).c2ln"
    }

    /// Mounts a token as the kubelet does: through a link to a folder that it replaces.
    private func mount(_ token: String, _ number: Int, in machine: Machine) throws -> String {
        try machine.write(token + "\n", to: "v\(number)/token", mode: 0o644)
        let home = machine.home.path
        try? FileManager.default.removeItem(atPath: home + "/..new")
        try FileManager.default.createSymbolicLink(
            atPath: home + "/..new", withDestinationPath: "v\(number)")
        #expect(rename(home + "/..new", home + "/..data") == 0)
        if number == 1 {
            try FileManager.default.createSymbolicLink(
                atPath: home + "/token", withDestinationPath: "..data/token")
        }
        return home + "/token"
    }

    @Test func fileIsReadAgainAfterAMinute() async throws {
        try await Machine.run([]) { machine in
            let first = Self.jwt("a", expiresIn: 3600)
            let path = try mount(first, 1, in: machine)
            let credential = Credential.kubernetesServiceAccount(
                tokenFile: path, environment: machine.environment())
            #expect(try await credential.authorization() == "Bearer \(first)")
            let second = Self.jwt("b", expiresIn: 7200)
            _ = try mount(second, 2, in: machine)
            machine.advance(by: 59)
            #expect(try await credential.authorization() == "Bearer \(first)")
            machine.advance(by: 1)
            #expect(try await credential.authorization() == "Bearer \(second)")
        }
    }

    @Test func fileIsReadAgainAfterA401() async throws {
        try await Machine.run([]) { machine in
            let first = Self.jwt("a", expiresIn: nil)
            let path = try mount(first, 1, in: machine)
            let credential = Credential.kubernetesServiceAccount(
                tokenFile: path, environment: machine.environment())
            #expect(try await credential.authorization() == "Bearer \(first)")
            let second = Self.jwt("b", expiresIn: 7200)
            _ = try mount(second, 2, in: machine)
            #expect(
                try await credential.authorization(refused: "Bearer \(first)") == "Bearer \(second)"
            )
        }
    }

    @Test func tokenInUseOutlivesAFileThatIsMissing() async throws {
        try await Machine.run([]) { machine in
            let token = Self.jwt("a", expiresIn: 600)
            let path = try mount(token, 1, in: machine)
            let credential = Credential.kubernetesServiceAccount(
                tokenFile: path, environment: machine.environment())
            #expect(try await credential.authorization() == "Bearer \(token)")
            try FileManager.default.removeItem(atPath: path)
            machine.advance(by: 539)
            #expect(try await credential.authorization() == "Bearer \(token)")
            machine.advance(by: 30)
            let error = try await #require(throws: TransportError.self) {
                try await credential.authorization()
            }
            #expect("\(error.underlying ?? error)".contains("\(path) does not exist"))
        }
    }

    @Test(arguments: [
        (jwt("canary", expiresIn: 0), "have expired"), ("", "has no token"),
        ("canary canary", "has no token"), ("<html>canary</html>", "has no JWT"),
        ("canary.canary.canary", "has no JWT"),
        (String(repeating: "canary", count: 200_000), "is larger than 1 MiB"),
    ])
    func tokensThatAreNone(_ token: String, _ reason: String) async throws {
        try await Machine.run([]) { machine in
            let path = try machine.write(token, to: "token")
            let credential = Credential.kubernetesServiceAccount(
                tokenFile: path, environment: machine.environment())
            let error = try await #require(throws: TransportError.self) {
                try await credential.authorization()
            }
            #expect("\(error.underlying ?? error)".contains(reason))
            #expect(!printed(error).contains("canary"))
        }
    }
}
