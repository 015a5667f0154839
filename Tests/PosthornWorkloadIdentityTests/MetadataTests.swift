import Foundation
import Posthorn
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

@testable import PosthornWorkloadIdentity

/// What is special about requests to metadata servers.
@Suite("Metadata servers", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct MetadataTests {
    /// Asks each cloud's metadata server once.
    private func tokens(
        _ machine: Machine, _ transport: some Transport,
        _ variables: [String: String] = Clouds.variables
    ) async -> [String] {
        let environment = machine.environment(variables)
        let aws = AWSCredentialChain(transport: transport, environment: environment)
        let google = GoogleSession(environment, transport: transport, scopes: ["a"])
        let azure = AzureSession(environment, transport: transport, resource: "r")
        func text(_ body: () async throws -> String) async -> String {
            do { return try await body() } catch { return "\(error)" }
        }
        return [
            await text { try await aws.load().value.accessKeyID },
            await text { try await google.chain.load().value },
            await text { try await azure.chain.load().value },
        ]
    }

    @Test func recordingsHaveNoSecrets() async throws {
        try await Machine.run { machine in
            let recorder = RecordingTransport(machine.session)
            let found = await tokens(machine, recorder)
            let recording = String(decoding: try recorder.recording.har(), as: UTF8.self)
            #expect(found[0] == "IMDS" && recording.contains("IMDS"))
            for secret in ["canary", found[1], found[2]] { #expect(!recording.contains(secret)) }
        }
    }

    @Test func requestsUseNoProxy() async throws {
        let proxy = try ScriptedServer.responding(
            with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { proxy.stop() }
        var configuration = SessionConfiguration()
        configuration.connection.proxies = ProxyRules(
            try .init("http://127.0.0.1:\(proxy.port)"))
        try await Machine.run(Clouds.rules, configuration) { machine in
            #expect(await tokens(machine, machine.session) == ["IMDS", "gce_a", "machine_r"])
            #expect(proxy.connections == 0)
            // The session does use its proxy.
            _ = try await machine.session.send(TransportRequest(url: machine.server.url("/x")))
            #expect(proxy.connections == 1)
        }
    }

    @Test func redirectsAreNotFollowed() async throws {
        let trap = try ScriptedServer.responding(
            with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { trap.stop() }
        let redirect = StubResponse.redirect(to: trap.url("/"), status: .temporaryRedirect)
        let rules = [StubRule.on(nil, "*", response: redirect.header(Clouds.flavor, "Google"))]
        try await Machine.run(rules) { machine in
            let errors = await tokens(machine, machine.session)
            #expect(errors[0].contains("has no token for IMDSv2 (status 307)"))
            for error in errors[1...] {
                #expect(error.contains("with the status 307, a redirect, which is not followed"))
            }
            #expect(trap.connections == 0)
            #expect(machine.server.requests.count == 3)
        }
    }

    @Test func addressesAreThoseOfTheClouds() async throws {
        try await Machine.run([]) { machine in
            _ = await tokens(machine, machine.rerouted, [:])
            #expect(
                machine.lines == [
                    "PUT /169.254.169.254/latest/api/token HTTP/1.1",
                    "GET /169.254.169.254\(Clouds.metadata)instance/service-accounts/default/token?scopes=a HTTP/1.1",
                    "GET /169.254.169.254/metadata/identity/oauth2/token?api-version=2018-02-01&resource=r HTTP/1.1",
                ])
        }
    }

    @Test(arguments: [
        (nil, "https://sts.amazonaws.com/"), ("eu-west-1", "https://sts.eu-west-1.amazonaws.com/"),
        ("cn-north-1", "https://sts.cn-north-1.amazonaws.com.cn/"),
        ("us-isob-east-1", "https://sts.us-isob-east-1.sc2s.sgov.gov/"),
    ])
    func tokenServiceIsThatOfTheRegion(_ region: String?, _ url: String) async throws {
        try await Machine.run([]) { machine in
            try machine.write("token", to: "token")
            let variables = ["AWS_WEB_IDENTITY_TOKEN_FILE": "~/token", "AWS_ROLE_ARN": "r"]
            let chain = AWSCredentialChain(
                transport: machine.rerouted,
                environment: machine.environment(
                    variables.merging(region.map { ["AWS_REGION": $0] } ?? [:]) { $1 }))
            _ = try? await chain.load()
            #expect(machine.lines == ["POST /\(url.dropFirst(8)) HTTP/1.1"])
        }
    }

    /// A server of another cloud, a proxy or a portal at the same address.
    @Test func pagesOfHTML() async throws {
        let page = StubResponse.text("<html>canary</html>")
        try await Machine.run([.on(nil, "*", response: page)]) { machine in
            let errors = await tokens(machine, machine.session)
            #expect(errors[0].contains("did not send the name of a role"))
            #expect(errors[1].contains("is not Google's: its response has no Metadata-Flavor"))
            #expect(errors[2].contains("sent no JSON object, with the status 200"))
            #expect(!errors.joined().contains("canary"))
        }
    }

    @Test func responsesWithoutAnExpiry() async throws {
        let rules: [StubRule] = [
            .on(.put, "*", response: .text("t")),
            .on(.get, Clouds.role, response: .text("r")),
            .on(
                .get, Clouds.role + "r",
                response: .json(#"{"AccessKeyId":"canary","SecretAccessKey":"canary"}"#)),
            .on(
                .get, "*",
                response: .json(#"{"access_token":"canary"}"#).header(Clouds.flavor, "Google")),
        ]
        try await Machine.run(rules) { machine in
            let errors = await tokens(machine, machine.session)
            #expect(errors[0].contains("sent credentials without an expiry"))
            for error in errors[1...] { #expect(error.contains("access token with an expiry")) }
            #expect(!errors.joined().contains("canary"))
        }
    }

    @Test func hugeResponses() async throws {
        let huge = StubResponse.text(String(repeating: "canary", count: 200_000))
        try await Machine.run([.on(nil, "*", response: huge)]) { machine in
            let errors = await tokens(machine, machine.session)
            for error in errors { #expect(error.contains("did not respond (limitExceeded)")) }
        }
    }

    @Test func instanceWithIMDSv1Only() async throws {
        let rules: [StubRule] = [
            .on(.put, "*", response: .status(.notFound)),
            .on(.get, Clouds.role, response: .text("r")),
            .on(.get, Clouds.role + "r", response: .json(Clouds.keys("V1"))),
        ]
        try await Machine.run(rules) { machine in
            let environment = machine.environment(Clouds.variables)
            let error = try await #require(throws: WorkloadIdentityError.self) {
                try await AWSCredentialChain(
                    transport: machine.session, environment: environment
                ).load()
            }
            #expect(error.reason == .notFound)
            #expect(
                error.attempts.last?.outcome
                    == machine.expanded(
                        "$BASE has no token for IMDSv2 (status 404), and IMDSv1 is not allowed"
                    )
            )
            #expect(machine.lines.count == 1)
            let chain = AWSCredentialChain(
                transport: machine.session, allowsIMDSv1: true, environment: environment)
            #expect(try await chain.current().accessKeyID == "V1")
        }
    }

    /// A request without a session token, which others can forge, would be signed for Google.
    @Test(arguments: ["", #""imdsv2_session_token_url":"$BASE/imds/latest/api/token","#])
    func googleFileNeedsIMDSv2(_ setting: String) async throws {
        let rules: [StubRule] = [
            .on(.put, "*", response: .status(.notFound)),
            .on(.get, Clouds.role, response: .text("r")),
            .on(.get, Clouds.role + "r", response: .json(Clouds.keys("V1"))),
        ]
        try await Machine.run(rules) { machine in
            let path = try machine.write(
                """
                {"type":"external_account","audience":"a","subject_token_type":"t",
                 "token_url":"$BASE/google/token","credential_source":{
                 "environment_id":"aws1",\(setting)
                 "url":"$BASE/imds/latest/meta-data/iam/security-credentials",
                 "regional_cred_verification_url":"https://sts.{region}.amazonaws.com"}}
                """, to: "f")
            let error = try await #require(throws: WorkloadIdentityError.self) {
                try await GoogleSession(
                    machine.environment([
                        "GOOGLE_APPLICATION_CREDENTIALS": path, "AWS_REGION": "eu-west-1",
                    ]), transport: machine.session, scopes: ["a"]
                ).chain.load()
            }
            #expect(error.reason == .invalidConfiguration)
            #expect(
                error.attempts.last?.outcome
                    == machine.expanded(
                        "$HOME/f needs credentials of AWS, which the environment does not have: "
                            + "$BASE has no token for IMDSv2 (status 404), and IMDSv1 is not allowed"
                    ))
            #expect(machine.lines.map { $0.prefix(4) } == ["PUT "])
        }
    }

    /// A server that takes the request and does not respond is there.
    @Test func serverThatDoesNotRespondIsNotMissing() async throws {
        let silent = try ScriptedServer.responding(with: "")
        defer { silent.stop() }
        try await Machine.run([]) { machine in
            let environment = machine.environment([
                "AWS_EC2_METADATA_SERVICE_ENDPOINT": silent.url(),
                "GCE_METADATA_HOST": "127.0.0.1:\(silent.port)",
                "AZURE_POD_IDENTITY_AUTHORITY_HOST": silent.url(),
            ])
            let loads: [@Sendable () async throws -> Void] = [
                {
                    _ = try await AWSCredentialChain(
                        transport: machine.session, environment: environment
                    ).load()
                },
                {
                    _ = try await GoogleSession(
                        environment, transport: machine.session, scopes: ["a"]
                    ).chain.load()
                },
                {
                    _ = try await AzureSession(
                        environment, transport: machine.session, resource: "r"
                    ).chain.load()
                },
            ]
            for load in loads {
                let error = await #expect(throws: WorkloadIdentityError.self) { try await load() }
                #expect(error?.reason == .transport)
                #expect(error?.underlying is TransportError)
            }
        }
    }

    /// The service sends credentials that it could not renew, and AWS accepts them.
    @Test func instanceWithExpiredCredentials() async throws {
        let rules: [StubRule] = [
            .on(.put, "*", response: .text("t")),
            .on(.get, Clouds.role, response: .text("r")),
            .on(
                .get, Clouds.role + "r",
                response: .json(Clouds.keys("OLD", expiry: "2026-11-21T09:00:00Z"))),
        ]
        try await Machine.run(rules) { machine in
            let chain = AWSCredentialChain(
                transport: machine.session, environment: machine.environment(Clouds.variables))
            let key = try await chain.current()
            #expect(key.accessKeyID == "OLD")
        }
    }

    @Test func instanceWhoseRoleIsNotTrusted() async throws {
        let rules: [StubRule] = [
            .on(.put, "*", response: .text("t")),
            .on(.get, Clouds.role, response: .text("r")),
            .on(
                .get, Clouds.role + "r",
                response: .json(#"{"Code":"AssumeRoleUnauthorizedAccess","Message":"canary"}"#)),
        ]
        try await Machine.run(rules) { machine in
            let error = try await #require(throws: WorkloadIdentityError.self) {
                try await AWSCredentialChain(
                    transport: machine.session,
                    environment: machine.environment(Clouds.variables)
                ).load()
            }
            #expect(error.reason == .refused)
            #expect(
                error.attempts.last?.outcome.hasSuffix(
                    "has no credentials of the role r (AssumeRoleUnauthorizedAccess)") == true)
            #expect(!printed(error).contains("canary"))
        }
    }

    @Test func sessionThatRefusesPrivateAddresses() async throws {
        var configuration = SessionConfiguration()
        configuration.addressPolicy = .publicOnly
        try await Machine.run(Clouds.rules, configuration) { machine in
            for error in await tokens(machine, machine.session) {
                #expect(error.contains("did not respond (addressRefused)"))
            }
        }
    }
}
