import Foundation
import Posthorn
import PosthornHTTP
import PosthornTesting

/// Servers of AWS, Google and Azure, scripted from their documentation.
///
/// Each token says which server has issued it, and for whom.
enum Clouds {
    static let rules = aws + google + azure

    /// The variables that name the servers in place of the addresses that they have in the clouds.
    static let variables = [
        "AWS_DEFAULT_REGION": "us-east-1", "AWS_ENDPOINT_URL_STS": "$BASE/sts/",
        "AWS_EC2_METADATA_SERVICE_ENDPOINT": "$BASE/imds",
        "GCE_METADATA_HOST": "127.0.0.1:$PORT", "GCE_METADATA_IP": "127.0.0.1:$PORT",
        "AZURE_AUTHORITY_HOST": "$BASE", "AZURE_POD_IDENTITY_AUTHORITY_HOST": "$BASE",
    ]

    /// Far in the future, also for libraries with the system's clock.
    static let expiry = "2099-01-01T00:00:00Z"

    static func form(_ request: StubRequest) -> [String: String] {
        var components = URLComponents()
        components.percentEncodedQuery = request.text.replacing("+", with: "%20")
        let items = (components.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        return Dictionary(items) { first, _ in first }
    }

    static func keys(_ id: String, expiry: String = expiry) -> String {
        #"{"Code":"Success","AccessKeyId":"\#(id)","SecretAccessKey":"canary-secret","#
            + #""Token":"canary-token","Expiration":"\#(expiry)"}"#
    }

    static func token(_ words: String...) -> StubResponse {
        let token = words.joined(separator: "_")
        return .json(#"{"access_token":"\#(token)","token_type":"Bearer","expires_in":3600}"#)
    }
}

extension Clouds {
    /// AWS's token service, the agent of a container, and the metadata service of an instance.
    static let aws: [StubRule] = [
        .on(.post, "/sts/") { request in .bytes(Data(roles(request).utf8), type: "text/xml") },
        .on(.put, "/imds/latest/api/token", headers: [ttl: "21600"], response: .text("imds-token")),
        // As google-auth asks.
        .on(.put, "/imds/latest/api/token", headers: [ttl: "300"], response: .text("imds-token")),
        .on(
            .get, role, headers: [session: "imds-token"], response: .text("the-role")),
        .on(
            .get, String(role.dropLast()), headers: [session: "imds-token"],
            response: .text("the-role")),
        .on(.get, zone, headers: [session: "imds-token"], response: .text("eu-west-3b")),
        .on(.get, role + "the-role", headers: [session: "imds-token"]) { _ in .json(keys("IMDS")) },
        .on(.get, role + "*", response: .status(.unauthorized)),
        .on(.get, "/container") { request in
            .json(keys("CONTAINER" + (request.headers[.authorization] ?? "")))
        },
    ]

    private static let zone = "/imds/latest/meta-data/placement/availability-zone"
    static let role = "/imds/latest/meta-data/iam/security-credentials/"
    private static let ttl = HTTPField.Name(token: "X-aws-ec2-metadata-token-ttl-seconds")
    private static let session = HTTPField.Name(token: "X-aws-ec2-metadata-token")

    /// Issues an access key whose id has the role, and the caller's access key id or token.
    private static func roles(_ request: StubRequest) -> String {
        let form = form(request)
        let scope = request.headers[.authorization]?.firstMatch(of: /Credential=(\w+)/)?.1
        let caller = form["WebIdentityToken"] ?? scope.map(String.init) ?? "NOBODY"
        let role = form["RoleArn"]?.split(separator: "/").last ?? ""
        return document(form["Action"] ?? "", "\(role)BY\(caller)")
    }

    static func document(_ action: String, _ id: String, expiry: String = expiry) -> String {
        """
        <\(action)Response xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
          <\(action)Result>
            <AssumedRoleUser><Arn>arn:aws:sts::1:assumed-role/r/s</Arn></AssumedRoleUser>
            <Credentials>
              <AccessKeyId>\(id)</AccessKeyId>
              <SecretAccessKey>canary-secret</SecretAccessKey>
              <SessionToken>canary-token</SessionToken>
              <Expiration>\(expiry)</Expiration>
            </Credentials>
          </\(action)Result>
          <ResponseMetadata><RequestId>1</RequestId></ResponseMetadata>
        </\(action)Response>
        """
    }
}

extension Clouds {
    /// Google's token endpoints, its impersonation of accounts, and its metadata server.
    static let google: [StubRule] = [
        .on(.post, "/google/token") { token(googleToken(form($0))) },
        .on(.post, "/google/impersonate/{account}") { request in
            let bearer = request.headers[.authorization]?.dropFirst("Bearer ".count) ?? ""
            return .json(
                #"{"accessToken":"impersonated_by_\#(bearer)","expireTime":"\#(expiry)"}"#)
        },
        .on(.get, "/google/subject", headers: [HTTPField.Name(token: "X-Source"): "s"]) { _ in
            .json(#"{"value":"subject"}"#)
        },
        .on(.get, metadata + "instance/service-accounts/default/token", headers: [flavor: "Google"])
        { request in
            token("gce", request.query("scopes").first ?? "").header(flavor, "Google")
        },
        .on(.get, metadata + "instance/service-accounts/default/") { _ in
            .json(#"{"email":"vm@p.iam","scopes":["a"],"aliases":["default"]}"#)
                .header(flavor, "Google")
        },
        .on(.get, metadata + "*", response: .status(.notFound).header(flavor, "Google")),
        .on(.get, "/", response: .text("computeMetadata/").header(flavor, "Google")),
    ]

    static let metadata = "/computeMetadata/v1/"
    static let flavor = HTTPField.Name(token: "Metadata-Flavor")

    private static func googleToken(_ form: [String: String]) -> String {
        switch form["grant_type"] {
        case "urn:ietf:params:oauth:grant-type:jwt-bearer":
            "account_" + issuer(form["assertion"] ?? "")
        case "refresh_token": "user_\(form["refresh_token"] ?? "")"
        default: "federated_\(subject(form["subject_token"] ?? ""))"
        }
    }

    /// Returns a token of another provider, or of a request that AWS's credentials have signed what Google checks in it.
    private static func subject(_ token: String) -> String {
        guard let text = token.removingPercentEncoding, text != token,
            let request = try? JSONValue(jsonData: Data(text.utf8))
        else { return token }
        let fields = (request["headers"]?.array ?? []).map {
            ($0["key"]?.string?.lowercased() ?? "", $0["value"]?.string ?? "")
        }
        let signature = fields.first { $0.0 == "authorization" }?.1 ?? ""
        let signed = signature.firstMatch(
            of: /Credential=(\w+)\/\d+\/([\w-]+)\/sts.*SignedHeaders=([\w;-]+)/)
        let names = fields.map(\.0).filter { $0 != "authorization" }.sorted().map { $0[...] }
        return [
            request["method"]?.string, request["url"]?.string, signed.map { String($0.1) },
            signed.map { String($0.2) },
            signed.map {
                $0.3.split(separator: ";").allSatisfy(names.contains)
                    ? names.joined(separator: ";") : "missing"
            },
            fields.first { $0.0 == "x-goog-cloud-target-resource" }?.1,
        ].map { $0 ?? "-" }.joined(separator: "|")
    }

    private static func issuer(_ assertion: String) -> String {
        claims(of: assertion)["iss"]?.string ?? ""
    }

    /// The claims of a JWT, whose signature is not verified here.
    static func claims(of token: String) -> JSONValue {
        let part = token.split(separator: ".").dropFirst().first.map(String.init) ?? ""
        let text = part.replacing("-", with: "+").replacing("_", with: "/")
        let padded = text + String(repeating: "=", count: (4 - text.count % 4) % 4)
        return (try? JSONValue(jsonData: Data(base64Encoded: padded) ?? Data())) ?? .null
    }
}

extension Clouds {
    /// Azure's token endpoint, and the endpoints of managed identities.
    static let azure: [StubRule] = [
        .on(.post, "/{tenant}/oauth2/v2.0/token") { request in
            let form = form(request)
            let names = ["client_id", "scope", "client_secret", "client_assertion"]
            return token(names.compactMap { form[$0] }.joined(separator: "_"))
        },
        .on(.get, "/{tenant}/v2.0/.well-known/openid-configuration") { request in
            let tenant = request.path.split(separator: "/")[0]
            let base = "https://login.microsoftonline.com/\(tenant)"
            return .json(
                #"{"issuer":"\#(base)/v2.0","authorization_endpoint":"\#(base)/oauth2/v2.0/authorize","#
                    + #""token_endpoint":"\#(base)/oauth2/v2.0/token"}"#)
        },
        .on(.get, "/app", headers: [HTTPField.Name(token: "X-IDENTITY-HEADER"): "h"]) { request in
            azureToken("app", request)
        },
        .on(
            .get, "/metadata/identity/oauth2/token", query: ["api-version": "2018-02-01"],
            headers: [HTTPField.Name(token: "Metadata"): "true"]
        ) { request in
            azureToken("machine", request, #","expires_in":"3599""#)
        },
    ]

    private static func azureToken(
        _ place: String, _ request: StubRequest, _ more: String = ""
    ) -> StubResponse {
        let words = [place] + request.query("resource") + request.query("client_id")
        let token = words.joined(separator: "_")
        return .json(
            #"{"access_token":"\#(token)","expires_on":"4102444800","resource":"r","#
                + #""token_type":"Bearer"\#(more)}"#)
    }
}
