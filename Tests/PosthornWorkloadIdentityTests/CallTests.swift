import Foundation
@_spi(Generated) import Posthorn
import PosthornTesting
import TestSupport
import Testing

@testable import PosthornWorkloadIdentity

/// Typed calls with the credentials of the machine.
@Suite("Calls with workload credentials", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CallTests {
    /// An API behind tokens of the credential `machine`.
    private struct VaultAPI: APIService {
        static let server: String? = nil
        var configuration: ClientConfiguration
        var machine: Credential

        func prepare(_ request: inout RequestBuilder) throws { request.auth = .bearer("machine") }

        func credential(named name: String) -> Credential? { machine }

        struct Read: Endpoint {
            func build(_ request: inout RequestBuilder) throws { request.method(.get, "/secret") }
        }
    }

    private func vault(
        _ machine: Machine, _ variables: [String: String]
    ) throws -> VaultAPI {
        let credential = Credential.azure(
            resource: "r", transport: machine.session,
            environment: machine.environment(variables))
        return VaultAPI(
            configuration: try ClientConfiguration(
                baseURL: machine.expanded("$BASE"), transport: machine.session), machine: credential
        )
    }

    @Test func callCarriesTheToken() async throws {
        let rules = Clouds.rules + [.on(.get, "/secret", response: .status(.noContent))]
        try await Machine.run(rules) { machine in
            try await vault(machine, Clouds.variables).send(VaultAPI.Read())
            #expect(machine.lines.count == 2)
            #expect(
                machine.server.requests.last?.lowercased().contains(
                    "authorization: bearer machine_r\r\n") == true)
        }
    }

    @Test func callWithoutATokenSaysWhy() async throws {
        try await Machine.run { machine in
            let variables = ["AZURE_POD_IDENTITY_AUTHORITY_HOST": "http://127.0.0.1:1"]
            let api = try vault(machine, variables)
            let error = try await #require(throws: APIError.self) {
                try await api.send(VaultAPI.Read())
            }
            #expect(error.code == .credentialFailed)
            #expect(
                error.message
                    == "the credential machine could not be loaded: no Azure credentials were found "
                    + "(environment: AZURE_TENANT_ID, AZURE_CLIENT_ID, AZURE_CLIENT_SECRET not set; "
                    + "workload identity: AZURE_TENANT_ID, AZURE_CLIENT_ID, AZURE_FEDERATED_TOKEN_FILE "
                    + "not set; managed identity: http://127.0.0.1:1 did not respond (cannotConnect))"
            )
            #expect(error.errorChain.contains { $0 is WorkloadIdentityError })
            #expect(machine.lines.isEmpty)
        }
    }
}
