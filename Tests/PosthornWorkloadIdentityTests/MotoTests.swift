import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

@testable import PosthornWorkloadIdentity

/// Chains of AWS against moto, which checks signatures.
@Suite("AWS credentials of moto", .moto, .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct MotoTests {
    /// Returns who the caller is, in the words of AWS's token service.
    private func identity(
        of chain: AWSCredentialChain, _ machine: Machine
    ) async throws -> (status: Int, text: String) {
        var request = TransportRequest.form(
            Moto.url + "/", [("Action", "GetCallerIdentity"), ("Version", "2011-06-15")])
        let signer = AWSSigner(credentials: chain, region: "us-east-1", service: "sts")
        try await signer.sign(&request)
        let response = try await machine.session.send(request)
        return (response.status.code, String(decoding: response.body, as: UTF8.self))
    }

    @Test func roleWithAnotherProfile() async throws {
        try await Machine.run { machine in
            try machine.write(
                """
                [base]
                aws_access_key_id = \(Moto.words[1])
                aws_secret_access_key = \(Moto.words[2])
                [default]
                role_arn = arn:aws:iam::123456789012:role/r
                source_profile = base
                role_session_name = shop
                """, to: ".aws/credentials")
            var environment = machine.environment(["AWS_ENDPOINT_URL": Moto.url])
            // Moto checks no time, and its tokens expire by the system's clock.
            environment.date = { Date() }
            let chain = AWSCredentialChain(transport: machine.session, environment: environment)
            let key = try await chain.current()
            #expect(key.accessKeyID.hasPrefix("ASIA"))
            #expect(key.sessionToken != nil)
            let (status, text) = try await identity(of: chain, machine)
            #expect(status == 200)
            #expect(text.contains("arn:aws:sts::123456789012:assumed-role/r/shop"))
        }
    }

    @Test func webIdentity() async throws {
        try await Machine.run { machine in
            try machine.write("token", to: "token")
            var environment = machine.environment([
                "AWS_ENDPOINT_URL_STS": Moto.url, "AWS_WEB_IDENTITY_TOKEN_FILE": "~/token",
                "AWS_ROLE_ARN": "arn:aws:iam::123456789012:role/r", "AWS_ROLE_SESSION_NAME": "pod",
            ])
            environment.date = { Date() }
            let chain = AWSCredentialChain(transport: machine.session, environment: environment)
            let found = try await chain.load()
            #expect(found.source == "web identity")
            #expect(try await identity(of: chain, machine).text.contains("assumed-role/r/pod"))
        }
    }

    /// Under the address that the service has in AWS.
    @Test func instanceMetadata() async throws {
        var configuration = SessionConfiguration()
        configuration.connection.hostOverrides["169.254.169.254"] = "127.0.0.1"
        try await Machine.run([], configuration) { machine in
            var environment = machine.environment([
                "AWS_EC2_METADATA_SERVICE_ENDPOINT": "http://169.254.169.254:\(Moto.words[0])"
            ])
            environment.date = { Date() }
            let found = try await AWSCredentialChain(
                transport: machine.session, environment: environment
            ).load()
            #expect(found.source == "instance metadata")
            #expect(found.value.accessKeyID == "test-key")
            #expect(found.value.sessionToken == "test-session-token")
        }
    }

    @Test func secretThatIsWrong() async throws {
        try await Machine.run { machine in
            try machine.write(
                """
                [default]
                aws_access_key_id = \(Moto.words[1])
                aws_secret_access_key = canary
                role_arn = arn:aws:iam::123456789012:role/r
                source_profile = default
                """, to: ".aws/credentials")
            let chain = AWSCredentialChain(
                transport: machine.session,
                environment: machine.environment(["AWS_ENDPOINT_URL": Moto.url]))
            let error = try await #require(throws: APIError.Cause.self) {
                try await chain.current()
            }
            #expect(error.code == .credentialFailed)
            #expect(
                error.message
                    == "the AWS credentials could not be loaded (environment: AWS_ACCESS_KEY_ID is not set; "
                    + "profile with a role: \(Moto.url) responded with the status 403 and the error "
                    + "SignatureDoesNotMatch)")
            #expect(!printed(error).contains("canary"))
        }
    }
}
