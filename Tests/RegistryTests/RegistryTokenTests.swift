import Crypto
import Foundation
import Posthorn
import PosthornCurl
import Registry
import Testing

/// A registry that asks for tokens of another server, which it trusts.
@Suite("A registry with tokens", .registryWithTokens, .serialized, .timeLimit(.minutes(5)))
struct RegistryTokenTests {
    private static let ada = Credential.basic(user: "ada", password: "secret")

    private func registry(_ token: Credential) throws -> RegistryAPI {
        RegistryAPI(
            try ClientConfiguration(
                baseURL: RegistryServer.url, transport: try #require(RegistryServer.session)),
            auth: .init(token: token))
    }

    /// The credential for tokens of the server that the registry trusts.
    private func tokens(_ credential: Credential = ada) -> Credential {
        credential.forTokens(from: RegistryServer.realm)
    }

    /// Runs calls, and returns the requests for tokens: the user, the service and the scope.
    private func requests(during run: () async throws -> Void) async throws -> [String] {
        let before = try await seen()
        try await run()
        return Array(try await seen().dropFirst(before.count))
    }

    private func seen() async throws -> [String] {
        let url = RegistryServer.realm.replacing("/token", with: "/requests")
        let session = try #require(RegistryServer.session)
        let response = try await session.send(TransportRequest(url: url))
        return try JSONDecoder().decode([String].self, from: response.body)
    }

    private func push(_ text: String, to name: String, of registry: RegistryAPI) async throws
        -> String
    {
        let data = Data(text.utf8)
        let digest = "sha256:" + SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined()
        try await registry.push(data, in: 4, to: name, digest: digest)
        return digest
    }

    /// Each further call of the upload has the token of the first.
    @Test("A push gets one token for its scope, and so does each repository")
    func oneTokenForEachScope() async throws {
        let registry = try registry(tokens())
        let requests = try await requests {
            for name in ["library/tea", "library/coffee", "library/tea"] {
                let digest = try await push("leaves of \(name)", to: name, of: registry)
                _ = try await registry.findBlob(name: name, digest: digest)
            }
            try await registry.check()
        }
        #expect(
            requests == [
                "ada service=test&scope=repository:library/tea:pull,push",
                "ada service=test&scope=repository:library/coffee:pull,push",
            ])
    }

    @Test("Concurrent calls wait for one token")
    func concurrentCalls() async throws {
        let registry = try registry(tokens())
        let requests = try await requests {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<50 { group.addTask { try await registry.check() } }
                try await group.waitForAll()
            }
        }
        #expect(requests == ["ada service=test"])
    }

    @Test("A token for reading is replaced when a call writes")
    func moreScopes() async throws {
        let writer = try registry(tokens())
        let digest = try await push("twice", to: "library/more", of: writer)
        let registry = try registry(tokens())
        let requests = try await requests {
            _ = try await registry.findBlob(name: "library/more", digest: digest)
            _ = try await push("more", to: "library/more", of: registry)
            _ = try await registry.findBlob(name: "library/more", digest: digest)
        }
        #expect(
            requests == [
                "ada service=test&scope=repository:library/more:pull",
                "ada service=test&scope=repository:library/more:pull,push",
            ])
    }

    @Test("Without a user, what is public can be pulled and not pushed")
    func anonymous() async throws {
        let digest = try await push("for all", to: "public/tea", of: try registry(tokens()))
        let registry = try registry(tokens(.anonymous))
        _ = try await registry.findBlob(name: "public/tea", digest: digest)
        let requests = try await requests {
            let error = await #expect(throws: APIError.self) {
                try await push("mine", to: "public/tea", of: registry)
            }
            #expect(error?.code == .unauthorized)
        }
        #expect(requests == [" service=test&scope=repository:public/tea:pull,push"])
    }

    @Test("A realm that is not declared gets no password")
    func undeclaredRealm() async throws {
        for token in [Self.ada, Self.ada.forTokens(from: "https://auth.example/token")] {
            let registry = try registry(token)
            let requests = try await requests {
                let failure = await #expect(throws: RegistryAPI.Check.Failure.self) {
                    try await registry.check()
                }
                guard case .other(let error) = failure else {
                    Issue.record("\(String(describing: failure))")
                    return
                }
                #expect(error.code == .credentialFailed)
                let server = RegistryServer.realm.replacing("/token", with: "")
                #expect(error.message.hasSuffix("the challenge names the realm \(server)"))
                #expect(!"\(error)".contains("secret"))
            }
            #expect(requests.isEmpty)
        }
    }

    @Test("A wrong password is an error of the call")
    func wrongPassword() async throws {
        let registry = try registry(tokens(.basic(user: "ada", password: "canary")))
        let failure = await #expect(throws: RegistryAPI.Check.Failure.self) {
            try await registry.check()
        }
        guard case .other(let error) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(error.code == .credentialFailed)
        #expect(error.message.contains("which issues tokens, responded with 401"))
        #expect(error.advice == "check the user and the password")
        #expect(!"\(error)".contains("canary"))
    }

    @Test("Without a credential, the challenge is a value of the error")
    func challenge() async throws {
        let registry = try registry(.none)
        await #expect {
            try await registry.check()
        } throws: { error in
            guard case .unauthorized(_, let challenge) = error as? RegistryAPI.Check.Failure else {
                return false
            }
            return challenge == #"Bearer realm="\#(RegistryServer.realm)",service="test""#
        }
    }
}
