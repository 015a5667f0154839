import Foundation
import Glibc
import Posthorn
import PosthornKeys
import PosthornOAuth
import TestSupport
import Testing

/// With the advice of an error applied, the same code succeeds.
@Suite("Remedies of OAuth errors")
struct OAuthRemedyTests {
    @Test(arguments: servers + files) func remedyLeadsOn(_ remedy: Remedy) async throws {
        try await remedy.check()
    }

    @Test func everyAdviceHasARemedy() throws {
        let missing = try Remedy.missing(
            from: Self.servers + Self.files, in: ["PosthornOAuth"],
            // A signing key that cannot sign cannot be made.
            except: ["use another key", "the key set of"])
        #expect(missing == [])
    }

    private static func discovery(_ issuer: String, of document: String) -> Remedy.Action {
        {
            let stub = StubServer { _ in
                .json(#"{"issuer":"\#(document)","token_endpoint":"https://id.example/t"}"#)
            }
            _ = try await OAuthServer.discover(issuer, on: stub)
        }
    }

    private static func revocation(_ url: String?) -> Remedy.Action {
        {
            var server = OAuthServer(tokenURL: "https://id.example/token")
            server.revocationURL = url
            try await StubServer { _ in .json("") }.client(of: server).revoke("t")
        }
    }

    private static func token(_ url: String) -> Remedy.Action {
        {
            let stub = StubServer { _ in
                url.hasSuffix("/old") ? .json("", .permanentRedirect) : .tokens("t")
            }
            _ = try await stub.client(of: OAuthServer(tokenURL: url)).tokens(
                for: .refreshToken("r"))
        }
    }

    private static func keySet(_ url: String) -> Remedy.Action {
        {
            let jwk = try PrivateKey.random(.p256).publicKey.jwk
            let stub = StubServer { _ in
                .json(#"{"keys":[\#(String(decoding: jwk, as: UTF8.self))]}"#)
            }
            _ = try await JWKS<VerifyingKey>(url: url, transport: stub).current()
        }
    }

    private static func binding(_ kind: KeyKind) -> Remedy.Action {
        { _ = try TokenBinding.dpop(PrivateKey.random(kind)) }
    }

    private static func account(_ account: String?) -> Remedy.Action {
        {
            let stub = StubServer { _ in .tokens("t") }
            let credential = stub.client().credential(
                .refreshToken("r"), account: account, store: MemoryTokenStore())
            do { _ = try await stub.api(credential).send(ProfileAPI.Me()) } catch {
                throw (error as? APIError)?.underlying ?? error
            }
        }
    }

    /// A call with the stored tokens of an account that has none, or with those of a program.
    private static func storedTokens(ofProgram isOfProgram: Bool) -> Remedy.Action {
        {
            let stub = StubServer { _ in .tokens("t") }
            let (client, store) = (stub.client(), MemoryTokenStore())
            let credential =
                isOfProgram
                ? client.credential(.clientCredentials(), account: "app", store: store)
                : client.credential(for: "app", in: store)
            do { _ = try await stub.api(credential).send(ProfileAPI.Me()) } catch {
                throw (error as? APIError)?.underlying ?? error
            }
        }
    }

    private static let servers = [
        Remedy(
            "for a client without users, use the grant `.clientCredentials(scopes:)`",
            storedTokens(ofProgram: false), storedTokens(ofProgram: true)),
        Remedy("write the `account`, such as the name of the user", account(nil), account("ada")),
        Remedy(
            "use a key of Ed25519, P-256, P-384, P-521 or RSA", binding(.x25519), binding(.p256)),
        Remedy(
            "write its URL with https", keySet("http://id.example/keys"),
            keySet("https://id.example/keys")),
        Remedy(
            "write it as in https://id.example.com",
            discovery("id.example", of: "https://id.example"),
            discovery("https://id.example", of: "https://id.example")),
        Remedy(
            "write the issuer as the server's documentation does",
            discovery("https://id.example", of: "https://id.example/"),
            discovery("https://id.example/", of: "https://id.example/")),
        Remedy(
            "set it on the OAuthServer", revocation(nil), revocation("https://id.example/revoke")),
        Remedy(
            "write the URL that it redirects to, if you trust it",
            token("https://id.example/old"), token("https://id.example/new")),
    ]

    /// Stores tokens in a folder that has a file, a folder `f` and a link.
    private static func store(_ name: String, mode: mode_t = 0o600) -> Remedy.Action {
        {
            let folder = try TemporaryFolder(for: "remedy")
            let tokens = OAuthTokens(accessToken: "t")
            try await FileTokenStore(path: folder.path + "/file").store(tokens, for: "ada")
            chmod(folder.path + "/file", mode)
            symlink(folder.path + "/file", folder.path + "/link")
            mkdir(folder.path + "/f", 0o700)
            _ = try await FileTokenStore(path: folder.path + name).tokens(for: "ada")
        }
    }

    private static let files = [
        Remedy("write the path that it leads to", store("/link"), store("/file")),
        Remedy("write the path of a file", store("/f"), store("/file")),
        Remedy(
            "set its owner, and its mode to 0600", store("/file", mode: 0o644), store("/file")),
    ]
}
