import Foundation

extension ReferenceTests {
    private static let config = ".aws/config"
    private static let credentials = ".aws/credentials"
    private static let keys = [
        "AWS_ACCESS_KEY_ID": "ENV", "AWS_SECRET_ACCESS_KEY": "canary",
    ]
    private static let base =
        "[base]\naws_access_key_id = OTHERKEY\naws_secret_access_key = canary\n"
    private static let web = [
        "AWS_WEB_IDENTITY_TOKEN_FILE": "$HOME/token", "AWS_ROLE_ARN": "arn:aws:iam::1:role/WEB",
    ]
    private static let container = ["AWS_CONTAINER_CREDENTIALS_FULL_URI": "$BASE/container"]
    private static let named = ["AWS_PROFILE": "p"]
    private static let off = ["AWS_EC2_METADATA_DISABLED": "true"]

    private static func with(_ parts: [String: String]...) -> [String: String] {
        parts.reduce(into: [:]) { $0.merge($1) { _, new in new } }
    }

    private static func role(_ more: String, profile: String = "default") -> String {
        "[\(profile)]\nrole_arn = arn:aws:iam::1:role/ROLE\n\(more)\n"
    }

    static let aws: [Case] = sources + profiles + roles + broken

    private static let sources: [Case] = [
        Case(name: "nothing but the instance", found: "IMDS"),
        Case(name: "nothing at all", variables: off, found: "error"),
        Case(name: "environment", variables: keys, found: "ENV"),
        Case(
            name: "environment before a profile",
            files: [credentials: "[p]\naws_access_key_id=P\naws_secret_access_key=canary"],
            variables: with(keys, named), found: "ENV"),
        Case(name: "container before the instance", variables: container, found: "CONTAINER"),
        Case(
            name: "container with a token",
            variables: with(container, ["AWS_CONTAINER_AUTHORIZATION_TOKEN": "T"]),
            found: "CONTAINERT"),
        Case(
            name: "container's token in a file first", files: ["agent": "F"],
            variables: with(
                container,
                [
                    "AWS_CONTAINER_AUTHORIZATION_TOKEN": "T",
                    "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": "$HOME/agent",
                ]), found: "CONTAINERF"),
        Case(
            name: "web identity", files: ["token": "webtoken"], variables: web,
            found: "WEBBYwebtoken"),
        Case(
            name: "web identity before the profile's key",
            files: ["token": "webtoken", credentials: base.replacing("base", with: "default")],
            variables: web, found: "WEBBYwebtoken"),
        Case(
            name: "role of the profile before web identity",
            files: [
                "token": "webtoken", credentials: base, config: role("source_profile = base"),
            ], variables: web, found: "ROLEBYOTHERKEY"),
        Case(
            name: "container host without TLS",
            variables: ["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://198.51.100.1/"],
            found: "error"),
        Case(
            name: "IPv6 mode of the metadata service unknown",
            variables: ["AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE": "IPv5"], found: "error"),
    ]

    private static let profiles: [Case] = [
        Case(
            name: "profile of the credentials file",
            files: [credentials: base], variables: ["AWS_PROFILE": "base"], found: "OTHERKEY"),
        Case(
            name: "profile of the configuration",
            files: [config: "[profile p]\naws_access_key_id: P\naws_secret_access_key: canary"],
            variables: named, found: "P"),
        Case(
            name: "quoted name of a profile",
            files: [config: "[profile \"p\"]\naws_access_key_id=P\naws_secret_access_key=canary"],
            variables: named, found: "P"),
        Case(
            name: "credentials file before the configuration",
            files: [
                config: "[profile p]\naws_access_key_id=CONFIG\naws_secret_access_key=canary",
                credentials: "[p]\naws_access_key_id=SHARED\naws_secret_access_key=canary",
            ], variables: named, found: "SHARED"),
        Case(
            name: "AWS_DEFAULT_PROFILE before AWS_PROFILE",
            files: [
                credentials: base
                    + base.replacing("base", with: "p").replacing("OTHERKEY", with: "P")
            ],
            variables: with(named, ["AWS_DEFAULT_PROFILE": "base"]), found: "OTHERKEY"),
        Case(
            name: "other paths of the files",
            files: ["elsewhere": base],
            variables: [
                "AWS_PROFILE": "base", "AWS_SHARED_CREDENTIALS_FILE": "~/elsewhere",
            ], found: "OTHERKEY"),
        Case(
            name: "nested settings, comments and capitals",
            files: [
                config: """
                # comment
                [default]
                s3 =
                    aws_access_key_id = NESTED
                AWS_Access_Key_Id = OUTER
                ; comment
                aws_secret_access_key = canary
                """
            ], found: "OUTER"),
        Case(
            name: "section without the word profile",
            files: [config: "[p]\naws_access_key_id=P\naws_secret_access_key=canary"],
            variables: named, found: "error"),
        Case(
            name: "profile without credentials", files: [config: "[profile p]\nregion=r"],
            variables: named, found: "IMDS"),
        Case(name: "profile that is missing", variables: named, found: "error"),
    ]

    private static let roles: [Case] = [
        Case(
            name: "role with another profile",
            files: [credentials: base, config: role("source_profile = base")],
            found: "ROLEBYOTHERKEY"),
        Case(
            name: "role with its own key",
            files: [
                config: role(
                    "source_profile=default\naws_access_key_id=OWN\naws_secret_access_key=canary")
            ], found: "ROLEBYOWN"),
        Case(
            name: "roles after each other",
            files: [
                credentials: base,
                config: role("source_profile = p")
                    + role("source_profile = base", profile: "profile p")
                    .replacing("ROLE", with: "FIRST"),
            ], found: "ROLEBYFIRSTBYOTHERKEY"),
        Case(
            name: "role with the web identity of another profile",
            files: [
                "token": "webtoken",
                config: role("source_profile = p")
                    + role("web_identity_token_file = $HOME/token", profile: "profile p"),
            ], found: "ROLEBYROLEBYwebtoken"),
        Case(
            name: "role with the environment's key",
            files: [config: role("credential_source = Environment", profile: "profile p")],
            variables: with(keys, named), found: "ENV"),
        Case(
            name: "role with the container's key",
            files: [config: role("credential_source = EcsContainer")], variables: container,
            found: "ROLEBYCONTAINER"),
        Case(
            name: "role with the instance's key",
            files: [config: role("credential_source = Ec2InstanceMetadata")],
            found: "ROLEBYIMDS"),
    ]

    private static let broken: [Case] = [
        Case(
            name: "key without a secret", variables: ["AWS_ACCESS_KEY_ID": "ENV"], found: "error"),
        Case(
            name: "profile's key without a secret",
            files: [credentials: "[default]\naws_access_key_id = K"], found: "error"),
        Case(name: "setting before a section", files: [config: "region = r"], found: "error"),
        Case(name: "line without a value", files: [config: "[default]\nregion"], found: "error"),
        Case(
            name: "section twice", files: [config: "[default]\n[default]"], found: "error"),
        Case(
            name: "setting twice", files: [config: "[default]\nregion=a\nregion=b"],
            found: "error"),
        Case(
            name: "profiles in a circle",
            files: [
                config: role("source_profile = p")
                    + role("source_profile = default", profile: "profile p")
            ], found: "error"),
        Case(
            name: "source profile that is missing", files: [config: role("source_profile = q")],
            found: "error"),
        Case(
            name: "source profile and credential source",
            files: [
                credentials: base,
                config: role("source_profile = base\ncredential_source = Environment"),
            ], found: "error"),
        Case(name: "role without a source", files: [config: role("")], found: "error"),
        Case(
            name: "unknown credential source", files: [config: role("credential_source = Moon")],
            found: "error"),
        Case(
            name: "web identity without a role", files: ["token": "webtoken"],
            variables: ["AWS_WEB_IDENTITY_TOKEN_FILE": "$HOME/token"], found: "error"),
        Case(name: "web identity without its file", variables: web, found: "error"),
        // This library starts no program.
        Case(
            name: "program of a profile",
            files: [
                config: """
                [default]
                credential_process = /bin/echo '{"Version":1,"AccessKeyId":"PROGRAM","SecretAccessKey":"canary"}'
                """
            ], found: "error", theirs: "PROGRAM"),
    ]

    private static let gcloud = ".config/gcloud/application_default_credentials.json"
    private static let given = ["GOOGLE_APPLICATION_CREDENTIALS": "$HOME/given.json"]
    private static let user = """
        {"type":"authorized_user","client_id":"c","client_secret":"canary","refresh_token":"R",
         "token_uri":"$BASE/google/token"}
        """
    /// A file of an instance of AWS, as gcloud writes it.
    private static let fromAWS = external(
        #"{"environment_id":"aws1","region_url":"$BASE/imds/latest/meta-data/placement/availability-zone","#
            + #""url":"$BASE/imds/latest/meta-data/iam/security-credentials","#
            + #""imdsv2_session_token_url":"$BASE/imds/latest/api/token","#
            + #""regional_cred_verification_url":"https://sts.{region}.amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15"}"#,
        type: "urn:ietf:params:aws:token-type:aws4_request")
    private static func byAWS(_ id: String, _ region: String, _ names: String) -> String {
        "federated_POST|https://sts.\(region).amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15|\(id)|\(region)|"
            + "host;x-amz-date;\(names)x-goog-cloud-target-resource|"
            + "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q"
    }
    private static func external(
        _ source: String, _ more: String = "", type: String = "urn:ietf:params:oauth:token-type:jwt"
    ) -> String {
        """
        {"type":"external_account","audience":"//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q",
         "subject_token_type":"\(type)",
         "token_url":"$BASE/google/token","credential_source":\(source)\(more)}
        """
    }

    static let google: [Case] = [
        Case(name: "nothing but the metadata server", found: "gce_a,b"),
        Case(
            name: "nothing at all",
            variables: [
                "GCE_METADATA_HOST": "127.0.0.1:1", "GCE_METADATA_IP": "127.0.0.1:1",
                "GCE_METADATA_DETECT_RETRIES": "1",
            ], found: "error"),
        Case(
            name: "metadata server switched off", variables: ["NO_GCE_CHECK": "true"],
            found: "error"),
        Case(
            name: "service account key",
            files: ["given.json": serviceAccount], variables: given, found: "account_s@p.iam"),
        Case(name: "file of gcloud", files: [gcloud: user], found: "user_R"),
        Case(
            name: "given file before that of gcloud",
            files: ["given.json": serviceAccount, gcloud: user], variables: given,
            found: "account_s@p.iam"),
        Case(
            name: "another folder of gcloud",
            files: ["other/application_default_credentials.json": user],
            variables: ["CLOUDSDK_CONFIG": "$HOME/other"], found: "user_R"),
        Case(
            name: "federation with a file",
            files: ["given.json": external(#"{"file":"$HOME/token"}"#), "token": "jwt"],
            variables: given, found: "federated_jwt"),
        Case(
            name: "federation with a file of JSON",
            files: [
                "given.json": external(
                    #"{"file":"$HOME/token","format":{"type":"json","subject_token_field_name":"t"}}"#
                ),
                "token": #"{"t":"jwt"}"#,
            ], variables: given, found: "federated_jwt"),
        Case(
            name: "federation with a URL",
            files: [
                "given.json": external(
                    #"{"url":"$BASE/google/subject","headers":{"X-Source":"s"},"#
                        + #""format":{"type":"json","subject_token_field_name":"value"}}"#)
            ], variables: given, found: "federated_subject"),
        Case(
            name: "federation with the variables of AWS", files: ["given.json": fromAWS],
            variables: given.merging([
                "AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "canary",
                "AWS_REGION": "eu-west-1",
            ]) { _, new in new }, found: byAWS("AKID", "eu-west-1", "")),
        Case(
            name: "federation with a session of AWS", files: ["given.json": fromAWS],
            variables: given.merging([
                "AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "canary",
                "AWS_SESSION_TOKEN": "canary",
            ]) { _, new in new }, found: byAWS("AKID", "us-east-1", "x-amz-security-token;")),
        Case(
            name: "federation with an instance of AWS", files: ["given.json": fromAWS],
            variables: given.merging(["AWS_DEFAULT_REGION": "unset"]) { _, new in new },
            found: byAWS("IMDS", "eu-west-3", "x-amz-security-token;")),
        Case(
            name: "federation with impersonation",
            files: [
                "given.json": external(
                    #"{"file":"$HOME/token"}"#,
                    #","service_account_impersonation_url":"$BASE/google/impersonate/s:generateAccessToken""#
                ),
                "token": "jwt",
            ], variables: given, found: "impersonated_by_federated_jwt"),
        Case(
            name: "impersonation by a user",
            files: [
                gcloud: """
                {"type":"impersonated_service_account","source_credentials":\(user),
                 "service_account_impersonation_url":"$BASE/google/impersonate/s:generateAccessToken"}
                """
            ], found: "impersonated_by_user_R"),
        Case(name: "given file that is missing", variables: given, found: "error"),
        Case(
            name: "given file without JSON", files: ["given.json": "{", gcloud: user],
            variables: given, found: "error"),
        Case(
            name: "given file of another type",
            files: ["given.json": #"{"type":"other"}"#, gcloud: user], variables: given,
            found: "error"),
        Case(
            name: "file without a subject token",
            files: ["given.json": external(#"{"file":"$HOME/token"}"#)], variables: given,
            found: "error"),
    ]

    private static let serviceAccount = """
        {"type":"service_account","client_email":"s@p.iam","private_key_id":"k","project_id":"p",
         "private_key":"\(TestKey.pem.replacing("\n", with: "\\n"))","token_uri":"$BASE/google/token"}
        """

    private static let scope = "https://vault.azure.net/.default"
    private static let client = ["AZURE_TENANT_ID": "tenant", "AZURE_CLIENT_ID": "client"]
    private static let secret = ["AZURE_CLIENT_SECRET": "secret"]
    private static let federated = ["AZURE_FEDERATED_TOKEN_FILE": "$HOME/token"]
    private static let appService = ["IDENTITY_ENDPOINT": "$BASE/app", "IDENTITY_HEADER": "h"]

    static let azure: [Case] = [
        Case(name: "nothing but the machine", found: "machine_https://vault.azure.net"),
        Case(
            name: "nothing at all",
            variables: ["AZURE_POD_IDENTITY_AUTHORITY_HOST": "http://127.0.0.1:1"], found: "error"),
        Case(
            name: "identity that the user has assigned", variables: ["AZURE_CLIENT_ID": "client"],
            found: "machine_https://vault.azure.net_client"),
        Case(
            name: "secret", variables: with(client, secret), found: "client_\(scope)_secret"),
        Case(
            name: "secret before the workload identity", files: ["token": "jwt"],
            variables: with(client, secret, federated, appService),
            found: "client_\(scope)_secret"),
        Case(
            name: "workload identity", files: ["token": "jwt"], variables: with(client, federated),
            found: "client_\(scope)_jwt"),
        Case(
            name: "workload identity before the managed one", files: ["token": "jwt"],
            variables: with(client, federated, appService), found: "client_\(scope)_jwt"),
        Case(
            name: "app service", variables: appService, found: "app_https://vault.azure.net"),
        Case(
            name: "secret without a tenant",
            variables: with(secret, ["AZURE_CLIENT_ID": "client"], appService),
            found: "app_https://vault.azure.net_client"),
        Case(
            name: "app service without a header", variables: ["IDENTITY_ENDPOINT": "$BASE/app"],
            found: "error"),
        Case(
            name: "workload identity without its file", variables: with(client, federated),
            found: "error"),
    ]
}
