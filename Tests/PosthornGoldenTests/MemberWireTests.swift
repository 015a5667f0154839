import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Members of every kind, sent to a server on loopback that returns the bytes it received.
@Suite("Generated members over the wire", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct MemberWireTests {
    private func withMirror(
        _ body: (_ configuration: ClientConfiguration) async throws -> Void
    ) async throws {
        let server = try ScriptedServer.serving([
            .on(.get, "/config", response: .json(Self.config)),
            .on(nil, "*") { request in
                .bytes(request.body, type: "application/json")
            },
        ])
        defer { server.stop() }
        try await CurlSession.withSession { session in
            try await body(try ClientConfiguration(baseURL: server.url(""), transport: session))
        }
    }

    private static let config =
        #"{"version":1,"gui":{"port":2,"theme":"dark"},"later":[1.50,{"a":null}]}"#

    @Test("A configuration that is read, changed and put back loses no member")
    func others() async throws {
        try await withMirror { configuration in
            let api = OthersAPI(configuration)
            var config = try await api.getConfig()
            config.version = 2
            try await api.putConfig(body: config)
            #expect(config.others["later"]?[0]?.number?.description == "1.50")
            let payment = OthersPayment.card(OthersCard(number: 1, others: ["x": 1]))
            let paid = try await api.pay(body: payment)
            #expect(paid == payment)
        }
    }

    @Test("What the server sets is not sent, and what is only sent is not read")
    func oneWay() async throws {
        try await withMirror { configuration in
            let user = OneWayUser(
                name: "n", password: "p", token: OneWayToken(text: "t"), id: "7", created: Date())
            let read = try await OneWayAPI(configuration).addUser(body: user)
            #expect((read.name, read.id, read.created) == ("n", nil, nil))
            #expect(read.password == nil)
        }
    }

    @Test("Tuples, nested members and secrets come back as they were sent")
    func shapes() async throws {
        try await withMirror { configuration in
            let pod = NestedMembersPod(
                kind: "k", name: "n", owner: NestedMembersOwner(id: 1), phase: .up)
            let readPod = try await NestedMembersAPI(configuration).put(body: pod)
            #expect(readPod == pod)
            let device = SecretsDevice(
                name: "n", apiKey: "k", key: SecretsKey(bits: 1, text: "t"), code: Data([1]),
                copies: [])
            let readDevice = try await SecretMembersAPI(configuration).addDevice(body: device)
            #expect(readDevice == device)
            let longer = LongObjectsDevice(
                base: 1, type: "t", name: "n", doc: "d", enum: .red, oneOf: 2, wraps: true,
                swift: 3, includes: [], fields: [], example: .init(type: "x"))
            let readLonger = try await LongObjectsAPI(configuration).putDevice(id: 1, body: longer)
            #expect(readLonger == longer)
        }
    }
}
