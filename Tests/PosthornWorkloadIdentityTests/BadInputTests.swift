import Foundation
import Posthorn
import PosthornTesting
import TestSupport
import Testing

@testable import PosthornWorkloadIdentity

/// Files, variables and responses that no chain can use: each error names the place, and no secret.
@Suite("Bad input of chains", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct BadInputTests {
    /// Returns the error of a chain, without the name of the home folder.
    private func error(
        of chain: CredentialChain<some Sendable>, on machine: Machine
    ) async -> WorkloadIdentityError? {
        let error = await #expect(throws: WorkloadIdentityError.self) { try await chain.load() }
        if let error { #expect(!printed(error).contains("canary")) }
        return error
    }

    private func text(_ error: WorkloadIdentityError?, _ machine: Machine) -> String {
        (error?.description ?? "").replacing(machine.home.path, with: "$HOME")
            .replacing("127.0.0.1:\(machine.server.port)", with: "SERVER")
    }

    private func aws(
        _ machine: Machine, _ variables: [String: String] = [:]
    ) -> CredentialChain<AWSCredentials> {
        AWSSession(
            environment: machine.environment(
                Clouds.variables.merging(["AWS_EC2_METADATA_DISABLED": "true"]) { $1 }
                    .merging(variables) { $1 }),
            client: ServiceClient(transport: machine.session), profile: nil, allowsIMDSv1: false
        ).chain
    }

    @Test func errorNamesAllSources() async throws {
        try await Machine.run { machine in
            let error = try #require(await error(of: aws(machine), on: machine))
            #expect(error.reason == .notFound)
            #expect(
                text(error, machine)
                    == "no AWS credentials were found (environment: AWS_ACCESS_KEY_ID is not set; "
                    + "profile with a role: there is no profile default in $HOME/.aws/config and "
                    + "$HOME/.aws/credentials; "
                    + "web identity: AWS_WEB_IDENTITY_TOKEN_FILE and web_identity_token_file are not set; "
                    + "profile: there is no profile default in $HOME/.aws/config and $HOME/.aws/credentials; "
                    + "container: AWS_CONTAINER_CREDENTIALS_RELATIVE_URI and "
                    + "AWS_CONTAINER_CREDENTIALS_FULL_URI are not set; "
                    + "instance metadata: AWS_EC2_METADATA_DISABLED is true); "
                    + "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, write a profile, or run with a role"
            )
            #expect(error.attempts.map(\.source).count == 6)
            #expect(machine.lines.isEmpty)
        }
    }

    @Test(arguments: [
        ("canary", "$HOME/.aws/config:1: a setting stands before the first section"),
        ("[default]\n\ncanary\n", "$HOME/.aws/config:3: the line is no section and no setting"),
        (
            "[default]\nregion=a\nregion=canary",
            "$HOME/.aws/config:3: the setting region of [default] is there twice"
        ),
        ("[default]\n[default]", "$HOME/.aws/config:2: the section [default] is there twice"),
        ("[]", "$HOME/.aws/config:1: the section has no name"),
        (
            "[default]\nrole_arn=r\nsource_profile=a\n[profile a]\nrole_arn=r\nsource_profile=b\n"
                + "[profile b]\nrole_arn=r\nsource_profile=a",
            "the profiles refer to each other without end: default → a → b → a"
        ),
        (
            "[default]\nrole_arn=r\nsource_profile=missing",
            "the source_profile \"missing\" of the profile default is neither in $HOME/.aws/config and $HOME/.aws/credentials"
        ),
        (
            "[default]\nrole_arn=r\nmfa_serial=m\nsource_profile=default",
            "the profile default has mfa_serial, and nobody is there to enter a code"
        ),
        (
            "[default]\ncredential_process=/bin/canary",
            "the profile default has credential_process, and this library starts no program and opens no browser"
        ),
        (
            "[default]\nsso_session=canary",
            "the profile default has sso_session or sso_start_url, and this library starts no program and opens no browser"
        ),
        (
            "[default]\naws_access_key_id=canary",
            "the profile default has no complete aws_access_key_id and aws_secret_access_key"
        ),
    ])
    func configurationOfAWS(_ content: String, _ message: String) async throws {
        try await Machine.run { machine in
            try machine.write(content, to: ".aws/config")
            let error = try #require(await error(of: aws(machine), on: machine))
            #expect(error.reason == .invalidConfiguration)
            #expect(text(error, machine).contains(": \(message));"), "\(error)")
        }
    }

    @Test(arguments: [
        (
            ["AWS_PROFILE": "p"],
            "the profile \"p\" is neither in $HOME/.aws/config and $HOME/.aws/credentials"
        ),
        (
            ["AWS_ACCESS_KEY_ID": "canary"],
            "AWS_ACCESS_KEY_ID is set and AWS_SECRET_ACCESS_KEY is not"
        ),
        (
            [
                "AWS_ACCESS_KEY_ID": "K", "AWS_SECRET_ACCESS_KEY": "canary",
                "AWS_CREDENTIAL_EXPIRATION": "tomorrow",
            ], "AWS_CREDENTIAL_EXPIRATION is not a time"
        ),
        (
            ["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://metadata.example/canary"],
            "AWS_CONTAINER_CREDENTIALS_FULL_URI names the host metadata.example, which may not get the token without TLS"
        ),
        (
            ["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://127.0.0.1.example/"],
            "AWS_CONTAINER_CREDENTIALS_FULL_URI names the host 127.0.0.1.example, which may not get the token without TLS"
        ),
        (
            ["AWS_CONTAINER_CREDENTIALS_FULL_URI": "file:///canary"],
            "AWS_CONTAINER_CREDENTIALS_FULL_URI is not a URL"
        ),
        (
            ["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "@canary.example/"],
            "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI is not a path"
        ),
        (
            ["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": ":81/"],
            "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI is not a path"
        ),
        (
            [
                "AWS_CONTAINER_CREDENTIALS_FULL_URI": "$BASE/container",
                "AWS_CONTAINER_AUTHORIZATION_TOKEN": "canary\r\nX: y",
            ], "the authorization token of the container has a line break"
        ),
        (
            ["AWS_WEB_IDENTITY_TOKEN_FILE": "$HOME/token"],
            "there is a file of a web identity token, and no role for it"
        ),
        (
            ["AWS_WEB_IDENTITY_TOKEN_FILE": "$HOME/token", "AWS_ROLE_ARN": "r"],
            "$HOME/token does not exist"
        ),
        (
            [
                "AWS_WEB_IDENTITY_TOKEN_FILE": "$HOME/jwt", "AWS_ROLE_ARN": "r",
                "AWS_ENDPOINT_URL_STS": "http://sts.example",
            ], "AWS_ENDPOINT_URL_STS is a URL of sts.example without TLS, which would show secrets"
        ),
        (
            [
                "AWS_WEB_IDENTITY_TOKEN_FILE": "$HOME/jwt", "AWS_ROLE_ARN": "r",
                "AWS_REGION": "canary.example/",
            ], "the region is not a name"
        ),
        (
            [
                "AWS_EC2_METADATA_DISABLED": "false", "AWS_EC2_METADATA_SERVICE_ENDPOINT": "",
                "AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE": "canary",
            ], "AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE is unknown"
        ),
    ])
    func variablesOfAWS(_ variables: [String: String], _ message: String) async throws {
        try await Machine.run { machine in
            try machine.write("jwt", to: "jwt")
            let error = try #require(await error(of: aws(machine, variables), on: machine))
            #expect(error.reason == .invalidConfiguration)
            #expect(text(error, machine).contains(": \(message));"), "\(error)")
            #expect(machine.lines.isEmpty)
        }
    }

    @Test(arguments: [
        (
            StubResponse.text("<html>canary</html>", status: .ok),
            "sent no credentials with an expiry"
        ),
        (.text("<html>canary</html>", status: .badGateway), "responded with the status 502"),
        (
            .bytes(
                Data(
                    "<ErrorResponse><Error><Code>AccessDenied</Code><Message>canary</Message></Error></ErrorResponse>"
                        .utf8),
                type: "text/xml"
            ).status(.forbidden), "responded with the status 403 and the error AccessDenied"
        ),
        (
            .text("<!DOCTYPE x [<!ENTITY a \"canary\">]><x>&a;</x>"),
            "sent no credentials with an expiry"
        ),
        (
            .text(Clouds.document("AssumeRoleWithWebIdentity", "canary", expiry: "soon")),
            "sent no credentials with an expiry"
        ),
        (.redirect(to: "http://127.0.0.1:1/canary"), "a redirect, which is not followed"),
        (.text(String(repeating: "canary", count: 200_000)), "sent no response"),
    ])
    func responsesOfTheTokenService(_ response: StubResponse, _ message: String) async throws {
        try await Machine.run([.on(.post, "/sts/", response: response)]) { machine in
            try machine.write("canary-jwt", to: "token")
            let variables = ["AWS_WEB_IDENTITY_TOKEN_FILE": "~/token", "AWS_ROLE_ARN": "r"]
            let error = try #require(await error(of: aws(machine, variables), on: machine))
            #expect(text(error, machine).contains("web identity: http://SERVER"), "\(error)")
            #expect(text(error, machine).contains(message), "\(error)")
            #expect(
                error.attempts.map(\.source) == [
                    "environment", "profile with a role", "web identity",
                ])
        }
    }

    @Test func filesThatAreNone() async throws {
        try await Machine.run { machine in
            let google = { (path: String) in
                GoogleSession(
                    machine.environment(["GOOGLE_APPLICATION_CREDENTIALS": path]),
                    transport: machine.session, scopes: ["a"]
                ).chain
            }
            let pipe = machine.home.path + "/pipe"
            #expect(mkfifo(pipe, 0o600) == 0)
            let everyone = try machine.write("{}", to: "everyone", mode: 0o666)
            let huge = try machine.write(String(repeating: "canary", count: 200_000), to: "huge")
            let broken = try machine.write(#"{"canary""#, to: "broken")
            let latin = machine.home.path + "/latin"
            try Data([0xE9]).write(to: URL(filePath: latin))
            for (path, message) in [
                (machine.home.path, "$HOME is not a file"), (pipe, "$HOME/pipe is not a file"),
                (everyone, "everyone may write $HOME/everyone"),
                (huge, "$HOME/huge is larger than 1 MiB or cannot be read"),
                (broken, "$HOME/broken has no JSON object"), (latin, "$HOME/latin is not UTF-8"),
                (machine.home.path + "/missing", "$HOME/missing does not exist"),
            ] {
                let error = try #require(await error(of: google(path), on: machine))
                #expect(error.reason == .invalidConfiguration)
                #expect(
                    text(error, machine).contains("(GOOGLE_APPLICATION_CREDENTIALS: \(message))"),
                    "\(error)")
            }
            #expect(machine.lines.isEmpty)
        }
    }

    @Test(arguments: [
        (#"{"type":"service_account"}"#, "$HOME/f has no client_email"),
        (#"{"type":"service_account","client_email":"a"}"#, "$HOME/f has no private_key"),
        (
            #"{"type":"service_account","client_email":"a","private_key":"canary"}"#,
            "the private_key in $HOME/f is no RSA key in PEM"
        ),
        (
            #"{"type":"authorized_user","token_uri":"http://id.example/canary"}"#,
            "token_uri in $HOME/f is a URL of id.example without TLS, which would show secrets"
        ),
        (#"{"type":"authorized_user","client_id":"c"}"#, "$HOME/f has no client_secret"),
        (#"{"type":"<canary>"}"#, "$HOME/f has credentials of the type unknown"),
        (
            #"{"type":"gdch_service_account"}"#,
            "$HOME/f has credentials of the type gdch_service_account"
        ),
        (
            #"{"type":"external_account","token_url":"https://x.example"}"#,
            "$HOME/f has no credential_source"
        ),
        (
            #"{"type":"external_account","token_url":"https://x.example","credential_source":{"executable":{"command":"canary"}}}"#,
            "the credential_source of $HOME/f has no file, no url and no environment_id"
        ),
        (
            #"{"type":"external_account","token_url":"https://x.example","credential_source":{"environment_id":"aws2"}}"#,
            "the credential_source of $HOME/f has another environment_id than aws1"
        ),
        (
            #"{"type":"external_account","token_url":"https://x.example","credential_source":{"url":"http://x.example/canary"}}"#,
            "the credential_source of $HOME/f names the host x.example without TLS"
        ),
        (
            #"{"type":"impersonated_service_account","source_credentials":{"type":"impersonated_service_account"}}"#,
            "the source_credentials of $HOME/f impersonate a service account themselves"
        ),
    ])
    func filesOfGoogle(_ content: String, _ message: String) async throws {
        try await Machine.run { machine in
            let path = try machine.write(content, to: "f")
            let chain = GoogleSession(
                machine.environment(["GOOGLE_APPLICATION_CREDENTIALS": path]),
                transport: machine.session, scopes: ["a"]
            ).chain
            let error = try #require(await error(of: chain, on: machine))
            #expect(
                text(error, machine).contains("GOOGLE_APPLICATION_CREDENTIALS: \(message))"),
                "\(error)")
            #expect(machine.lines.isEmpty)
        }
    }

    @Test(arguments: [
        (
            ["AZURE_AUTHORITY_HOST": "http://login.example"],
            "AZURE_AUTHORITY_HOST is a URL of login.example without TLS, which would show secrets"
        ),
        (["AZURE_TENANT_ID": "canary/x"], "AZURE_TENANT_ID is no id and no name of a tenant"),
        (
            ["AZURE_CLIENT_SECRET": "", "AZURE_CLIENT_CERTIFICATE_PATH": "canary"],
            "AZURE_CLIENT_CERTIFICATE_PATH is set, and client certificates are not supported"
        ),
    ])
    func variablesOfAzure(_ variables: [String: String], _ message: String) async throws {
        let usual = [
            "AZURE_TENANT_ID": "t", "AZURE_CLIENT_ID": "c", "AZURE_CLIENT_SECRET": "canary",
        ]
        try await Machine.run { machine in
            let chain = AzureSession(
                machine.environment(usual.merging(variables) { $1 }), transport: machine.session,
                resource: "r"
            ).chain
            let error = try #require(await error(of: chain, on: machine))
            #expect(text(error, machine).contains("(environment: \(message))"), "\(error)")
            #expect(machine.lines.isEmpty)
        }
    }

    @Test func refusalOfATokenEndpoint() async throws {
        let body = #"{"error":"invalid_client","error_description":"AADSTS7000215: canary"}"#
        try await Machine.run([.on(.post, "*", response: .json(body, status: .unauthorized))]) {
            machine in
            let chain = AzureSession(
                machine.environment([
                    "AZURE_TENANT_ID": "t", "AZURE_CLIENT_ID": "c", "AZURE_CLIENT_SECRET": "canary",
                    "AZURE_AUTHORITY_HOST": "$BASE",
                ]), transport: machine.session, resource: "r"
            ).chain
            let error = try #require(await error(of: chain, on: machine))
            #expect(error.reason == .refused)
            #expect(
                text(error, machine)
                    == "the Azure credentials could not be loaded (environment: http://SERVER refused a token "
                    + "by client_credentials for the scope r/.default (invalid_client, status 401)); "
                    + "check the client's id and its secret or key, and how the server lets clients "
                    + "authenticate: `.secret`, `.formSecret`, `.key` or `.certificate`")
        }
    }
}

extension StubResponse {
    fileprivate func status(_ status: HTTPResponse.Status) -> StubResponse {
        var response = self
        response.status = status
        return response
    }
}
