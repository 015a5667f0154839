import Foundation
import Posthorn
import PosthornTesting
import TestSupport
import Testing

@testable import PosthornWorkloadIdentity

/// What the program and the variables choose for AWS.
@Suite("Choices for AWS", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct AWSChoiceTests {
    /// Sends nothing, and keeps the URLs of the requests.
    private final class Silent: Transport {
        let urls = Locked<[String]>([])
        let error: TransportError

        init(_ code: TransportError.Code, _ isSafeToRetry: Bool) {
            error = TransportError(code, "nobody is there", isSafeToRetry: isSafeToRetry)
        }

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            urls.withLock { $0.append(request.url) }
            throw error
        }
    }

    /// Returns the URLs that a chain asks, and its error.
    private func urls(
        _ variables: [String: String], _ code: TransportError.Code = .cannotConnect,
        isSafeToRetry: Bool = false
    ) async throws -> (urls: [String], error: WorkloadIdentityError) {
        let silent = Silent(code, isSafeToRetry)
        let chain = AWSCredentialChain(
            transport: silent,
            environment: WorkloadEnvironment(variables: variables, homeFolder: "/missing"))
        let error = try await #require(throws: WorkloadIdentityError.self) {
            try await chain.load()
        }
        return (silent.urls.withLock { $0 }, error)
    }

    @Test func profileOfTheProgramComesBeforeVariables() async throws {
        try await Machine.run { machine in
            try machine.write(
                "[p]\naws_access_key_id=P\naws_secret_access_key=canary", to: ".aws/credentials")
            try machine.write("token", to: "token")
            let chain = AWSCredentialChain(
                transport: machine.session, profile: "p",
                environment: machine.environment([
                    "AWS_ACCESS_KEY_ID": "ENV", "AWS_SECRET_ACCESS_KEY": "canary",
                    "AWS_PROFILE": "other", "AWS_WEB_IDENTITY_TOKEN_FILE": "~/token",
                    "AWS_ROLE_ARN": "r",
                ]))
            #expect(try await chain.load().source == "profile")
            let key = try #require(try await chain.key(id: "P"))
            #expect(key.accessKeyID == "P")
            #expect(try await chain.key(id: "ENV") == nil)
        }
    }

    @Test(arguments: [
        ([:], "of-profile"), (["AWS_DEFAULT_REGION": "b"], "b"),
        (["AWS_REGION": "a", "AWS_DEFAULT_REGION": "b"], "a"), (["AWS_PROFILE": "p"], nil),
    ])
    func regionOfTheEnvironmentOrTheProfile(
        _ variables: [String: String], _ region: String?
    ) async throws {
        try await Machine.run([]) { machine in
            try machine.write(
                "[default]\nregion = of-profile\n[profile p]\noutput = json", to: ".aws/config")
            let chain = AWSCredentialChain(
                transport: machine.session, environment: machine.environment(variables))
            #expect(try chain.region() == region)
        }
    }

    @Test(arguments: [
        (
            ["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/v2/x?id=1"],
            "http://169.254.170.2/v2/x?id=1"
        ),
        (
            ["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://169.254.170.23/v1/credentials"],
            "http://169.254.170.23/v1/credentials"
        ),
        (
            ["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://[fd00:ec2::23]/v1"],
            "http://[fd00:ec2::23]/v1"
        ),
        (["AWS_CONTAINER_CREDENTIALS_FULL_URI": "https://any.example/c"], "https://any.example/c"),
        (
            ["AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE": "IPv6"],
            "http://[fd00:ec2::254]/latest/api/token"
        ),
    ])
    func addressOfAMetadataServer(_ variables: [String: String], _ url: String) async throws {
        #expect(try await urls(variables).urls == [url])
    }

    /// A container behind an instance whose hop limit is 1.
    @Test func timeoutOfAnInstanceNamesTheHopLimit() async throws {
        let error = try await urls([:], .timedOut).error
        #expect(error.reason == .transport)
        #expect((error.underlying as? TransportError)?.code == .timedOut)
        #expect(
            error.attempts.last
                == .init(
                    source: "instance metadata",
                    outcome: "http://169.254.169.254 did not respond (timedOut)"))
        #expect(
            error.advice == "raise the hop limit of the instance to 2 if this is a container")
    }

    /// Nobody is there: the machine is in no cloud.
    @Test func machineWithoutMetadataHasNoCredentials() async throws {
        let error = try await urls([:], .timedOut, isSafeToRetry: true).error
        #expect(error.reason == .notFound)
        #expect(error.attempts.last?.outcome == "http://169.254.169.254 did not respond (timedOut)")
    }

    @Test func cancelledCallerStopsWaiting() async throws {
        try await Machine.run { machine in
            let gate = Gate()
            let server = try ScriptedServer.serving([
                .on(.get, "/c", response: .json(Clouds.keys("K")).held(by: gate))
            ])
            defer { server.stop() }
            let chain = AWSCredentialChain(
                transport: machine.session,
                environment: machine.environment([
                    "AWS_CONTAINER_CREDENTIALS_FULL_URI": server.url("/c")
                ]))
            let caller = Task { try await chain.current() }
            try await until { !server.requests.isEmpty }
            caller.cancel()
            await #expect(throws: CancellationError.self) { try await caller.value }
            gate.open()
            // The load continues for the other callers.
            let key = try await chain.current()
            #expect(key.accessKeyID == "K")
            #expect(server.requests.count == 1)
        }
    }
}
