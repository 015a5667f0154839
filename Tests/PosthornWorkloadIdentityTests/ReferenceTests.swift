import Foundation
import Posthorn
import TestSupport
import Testing

@testable import PosthornWorkloadIdentity

/// The same files and variables give the same identity here and in the clouds' own libraries.
@Suite("Chains beside the official libraries", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ReferenceTests {
    /// A machine with files and variables, and whom the chain takes it for.
    struct Case: Sendable {
        let name: String
        var files: [String: String] = [:]
        /// The variables besides those of the clouds; `unset` removes one of these.
        var variables: [String: String] = [:]
        /// The access key id or token; `error` if there is none.
        let found: String
        /// What the official library finds, if it differs.
        var theirs: String?

        var all: [String: String] {
            Clouds.variables.merging(["HOME": "$HOME", "PATH": "/bin"]) { _, new in new }
                .merging(variables) { _, new in new }.filter { $0.value != "unset" }
        }
    }

    /// Compares what this library and another one find.
    private func compare(
        _ library: String, _ cases: [Case], extra: [String: String] = [:],
        _ find: (Machine, Case) async throws -> String
    ) async throws {
        var environments: [[String: String]] = []
        var machines: [Machine] = []
        defer { for machine in machines { machine.server.stop() } }
        for item in cases {
            let machine = try Machine()
            machines.append(machine)
            for (path, text) in item.files { try machine.write(text, to: path) }
            environments.append(
                machine.variables(item.all.merging(extra) { _, new in new }))
            let found: String
            do {
                found = try await find(machine, item)
            } catch {
                #expect(!printed(error).contains("canary"), "\(item.name)")
                found = "error"
            }
            #expect(found == machine.expanded(item.found), "\(item.name)")
        }
        let theirs = try Self.found(by: library, in: environments)
        for ((item, machine), their) in zip(zip(cases, machines), theirs) {
            #expect(their == machine.expanded(item.theirs ?? item.found), "\(item.name)")
        }
        #expect(theirs.count == cases.count)
        for machine in machines { await machine.session.shutdown(.cancel) }
    }

    private static func found(
        by library: String, in environments: [[String: String]]
    ) throws -> [String] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: ".venv/bin/python")
        process.arguments = ["-B", folder.appending(component: "reference.py").path]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        let request = try JSONValue(
            encoding: Request(library: library, environments: environments))
        try input.fileHandleForWriting.write(contentsOf: request.jsonData())
        try input.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return try JSONValue(jsonData: data).decode([String].self)
    }

    private struct Request: Encodable {
        let library: String
        let environments: [[String: String]]
    }

    @Test func awsAsBotocore() async throws {
        try await compare("aws", Self.aws) { machine, item in
            let chain = AWSCredentialChain(
                transport: machine.session, environment: machine.environment(item.all))
            return try await chain.current().accessKeyID
        }
    }

    @Test func googleAsGoogleAuth() async throws {
        try await compare(
            "google", Self.google, extra: ["GOOGLE_CLOUD_PROJECT": "p", "TEST_SERVER": "$BASE"]
        ) {
            machine, item in
            try await GoogleSession(
                machine.environment(item.all), transport: machine.session, scopes: ["a", "b"]
            ).chain.load().value
        }
    }

    @Test func azureAsAzureIdentity() async throws {
        // The official library accepts no authority without TLS, and its requests are rerouted.
        let extra = ["TEST_SERVER": "$BASE", "AZURE_AUTHORITY_HOST": "login.microsoftonline.com"]
        try await compare("azure", Self.azure, extra: extra) { machine, item in
            try await AzureSession(
                machine.environment(item.all), transport: machine.session,
                resource: "https://vault.azure.net"
            ).chain.load().value
        }
    }
}
