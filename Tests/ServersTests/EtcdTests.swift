import Foundation
import Posthorn
import Servers
import TestSupport
import Testing

/// Calls of a real etcd through its gateway, as the user `root`.
@Suite("etcd", .server(Daemon.etcd), .timeLimit(.minutes(slowness)), .oneIssueAtLimit, .serialized)
struct EtcdTests {
    /// A client that signs in as `root`, a user that the first test makes.
    private func store() async throws -> EtcdAPI {
        let open = EtcdAPI(try RunningServer.configuration(), auth: .init(token: .none))
        do {
            _ = try await open.getStatus()
            try await open.users.add(name: "root", password: "secret")
            try await open.users.addRole(name: "root")
            try await open.users.grantRole(user: "root", role: "root")
            try await open.users.enable()
        } catch .badRequest {
            // Users are there already.
        }
        return EtcdAPI(
            try RunningServer.configuration(),
            auth: .init(
                token: .issued(by: EtcdAPI.Users.Authenticate(name: "root", password: "secret"))))
    }

    @Test("Keys are written, read as bytes and in order, and deleted")
    func keys() async throws {
        let store = try await store()
        let value = Data([0, 0xff, 0x0a])
        for name in ["tea/b", "tea/a", "tea/c"] {
            _ = try await store.kv.put(key: Data(name.utf8), value: value)
        }
        let found = try await store.kv.range(
            key: Data("tea/".utf8), rangeEnd: Data("tea0".utf8), limit: 2, sortOrder: .descend)
        #expect(found.kvs.map { String(decoding: $0.key, as: UTF8.self) } == ["tea/c", "tea/b"])
        #expect(found.kvs.allSatisfy { $0.value == value && $0.version == 1 })
        #expect(found.count == 3 && found.more)

        let token = try await store.users.authenticate(name: "root", password: "secret").token
        let seen = try RunningServer.curl(
            "/v3/kv/range", "-H", "Authorization: \(token)", "-d",
            #"{"key":"\#(Data("tea/a".utf8).base64EncodedString())"}"#)
        #expect(seen.contains(#""value":"\#(value.base64EncodedString())""#))

        let gone = try await store.kv.delete(key: Data("tea/a".utf8), prevKV: true)
        #expect(gone.deleted == 1 && gone.prevKVs.map(\.value) == [value])
        #expect(try await store.kv.range(key: Data("tea/a".utf8)).kvs.isEmpty)
    }

    @Test("A transaction compares, and does one thing or the other")
    func transaction() async throws {
        let store = try await store()
        let (key, first, second) = (Data("lock".utf8), Data("ada".utf8), Data("bob".utf8))
        let free = Comparison.version(.init(key: key, result: .equal, version: 0))
        for (owner, isFirst) in [(first, true), (second, false)] {
            let result = try await store.kv.transact(
                compare: [free], success: [.put(.init(requestPut: .init(key: key, value: owner)))],
                failure: [.range(.init(requestRange: .init(key: key)))])
            #expect(result.succeeded == isFirst)
            switch result.responses.first {
            case .put where isFirst: break
            case .range(let outcome) where !isFirst:
                #expect(outcome.responseRange.kvs.map(\.value) == [first])
            default: Issue.record("\(result)")
            }
        }
    }

    @Test("A watch receives changes as they are made")
    func watch() async throws {
        let store = try await store()
        let key = Data("watched".utf8)
        let revision = try await store.kv.put(key: key, value: Data("1".utf8)).header.revision
        var seen: [Change] = []
        for try await message in try await store.watch(
            createRequest: .init(key: key, startRevision: revision))
        {
            if message.created {
                _ = try await store.kv.put(key: key, value: Data("2".utf8))
                _ = try await store.kv.delete(key: key)
            }
            seen += message.events
            if seen.count == 3 { break }
        }
        #expect(seen.map(\.type) == [.put, .put, .delete])
        #expect(seen.map { String(decoding: $0.kv.value, as: UTF8.self) } == ["1", "2", ""])
    }

    @Test("A lease is kept and revoked, and its keys go with it")
    func lease() async throws {
        let store = try await store()
        let lease = try await store.leases.grant(ttl: 600)
        #expect(lease.ttl == 600)
        let key = Data("leased".utf8)
        _ = try await store.kv.put(key: key, value: key, lease: lease.id)
        #expect(try await store.kv.range(key: key).kvs.map(\.lease) == [lease.id])
        #expect(try await store.leases.keepAlive(id: lease.id).ttl == 600)
        try await store.leases.revoke(id: lease.id)
        #expect(try await store.kv.range(key: key).kvs.isEmpty)
        await #expect {
            try await store.kv.put(key: key, value: key, lease: 1)
        } throws: { error in
            guard case .notFound(let status)? = EtcdAPI.Failure(error) else { return false }
            return status.code == 5 && status.message == "etcdserver: requested lease not found"
        }
    }

    @Test("Wrong tokens and passwords are errors with a type")
    func refusals() async throws {
        _ = try await store()
        let stranger = EtcdAPI(
            try RunningServer.configuration(), auth: .init(token: .apiKey("canary")))
        await #expect {
            try await stranger.kv.range(key: Data("a".utf8))
        } throws: { error in
            guard case .unauthorized(let status)? = EtcdAPI.Failure(error) else { return false }
            return status.message == "etcdserver: invalid auth token"
        }
        await #expect {
            try await stranger.users.authenticate(name: "root", password: "canary")
        } throws: { error in
            guard case .badRequest(let status)? = EtcdAPI.Failure(error) else { return false }
            return status.code == 3 && !"\(error)".contains("canary")
        }
        let wrong = EtcdAPI(
            try RunningServer.configuration(),
            auth: .init(
                token: .issued(by: EtcdAPI.Users.Authenticate(name: "root", password: "canary"))))
        await #expect {
            try await wrong.kv.range(key: Data("a".utf8))
        } throws: { error in
            let error = (error as? any EndpointFailure)?.apiError
            return error?.code == .credentialFailed
                && error?.message.contains("400 Bad Request") == true
                && !"\(error as Any)".contains("canary")
        }
    }
}

extension Daemon {
    /// A cluster of one.
    @Sendable static func etcd() throws -> Daemon {
        try started("etcd", ports: 2) { folder, ports in
            let (client, peer) = ("http://127.0.0.1:\(ports[0])", "http://127.0.0.1:\(ports[1])")
            return [
                "--data-dir", folder + "/data", "--listen-client-urls", client,
                "--advertise-client-urls", client, "--listen-peer-urls", peer,
                "--initial-advertise-peer-urls", peer, "--initial-cluster", "default=\(peer)",
                "--unsafe-no-fsync",
            ]
        }
    }
}
