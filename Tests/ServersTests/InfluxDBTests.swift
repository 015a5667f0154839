import Foundation
import Posthorn
import Servers
import TestSupport
import Testing

/// Calls of a real InfluxDB as the user `ada`.
@Suite("InfluxDB", .server(Daemon.influxDB), .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct InfluxDBTests {
    /// `{"username":"ada","exp":4102444800}`, signed by HMAC with SHA-256 and the shared secret.
    private static let jwt =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9."
        + "eyJ1c2VybmFtZSI6ImFkYSIsImV4cCI6NDEwMjQ0NDgwMH0."
        + "i_nwDgZ3_akI8G_Up8kGJ40flnlHeCYId1XNjy4JV6k"

    /// A client of the user, with a database that no other test uses.
    private func database(
        _ name: String,
        auth: InfluxDBAPI.Auth = .init(user: .basic(user: "ada", password: "secret"))
    ) async throws -> InfluxDBAPI {
        let database = InfluxDBAPI(try RunningServer.configuration(), auth: auth)
        // Repeated statements have no effect. The first user may be made by anybody.
        _ = try? await database.execute(
            q: "CREATE USER ada WITH PASSWORD 'secret' WITH ALL PRIVILEGES")
        _ = try await database.execute(q: "CREATE DATABASE \(name)")
        return database
    }

    private let points = """
        tea,kind=green degrees=80,fine=true 1700000000
        tea,kind=black degrees=95.5,note="strong" 1700000060
        """

    @Test("Points are written, and queried with their types")
    func points() async throws {
        let database = try await database("points")
        try await database.write(db: "points", precision: .seconds, body: points)
        let results = try await database.query(
            q: "SELECT * FROM tea; SELECT COUNT(degrees) FROM tea", epoch: .seconds, db: "points")
        let tea = try #require(results.first?.series.first)
        #expect(tea.columns == ["time", "degrees", "fine", "kind", "note"])
        #expect(
            tea.values == [
                [.int64(1_700_000_000), .int64(80), .bool(true), .string("green"), nil],
                [.int64(1_700_000_060), .double(95.5), nil, .string("black"), .string("strong")],
            ])
        #expect(results.last?.series.first?.values == [[.int64(0), .int64(2)]])
        let green = try await database.query(
            q: "SELECT degrees FROM tea WHERE kind = $kind GROUP BY *", epoch: .seconds,
            db: "points",
            params: ["kind": "green"])
        #expect(green.first?.series.map(\.tags) == [["kind": "green"]])
        let seen = try RunningServer.curl(
            "/query?db=points&epoch=s", "-G", "-u", "ada:secret", "--data-urlencode",
            "q=SELECT degrees FROM tea")
        #expect(seen.contains(#""values":[[1700000000,80],[1700000060,95.5]]"#))
    }

    @Test("A compressed body is read, and results come in chunks and as a table")
    func chunks() async throws {
        let database = try await database("chunks")
        let compressing = database.with { $0.compressesRequestBody = true }
        try await compressing.write(db: "chunks", precision: .seconds, body: points)
        let query = "SELECT degrees FROM tea"
        var rows: [[Value?]] = []
        var isPartial: [Bool] = []
        for try await results in try await database.queryChunks(
            q: query, db: "chunks", epoch: .seconds, chunkSize: 1)
        {
            rows += results.flatMap(\.series).flatMap(\.values)
            isPartial += results.map(\.partial)
        }
        #expect(rows.map(\.last) == [.int64(80), .double(95.5)] && isPartial == [true, false])
        let table = try await database.queryTable(q: query, db: "chunks", epoch: .seconds)
        #expect(table == "name,tags,time,degrees\ntea,,1700000000,80\ntea,,1700000060,95.5\n")
        await #expect {
            try await database.queryTable(q: "SELECT", db: "chunks", epoch: .seconds)
        } throws: { error in
            guard case .badRequest(let reason) = error as? InfluxDBAPI.QueryTable.Failure else {
                return false
            }
            return reason.value.hasPrefix("error\n")
        }
    }

    @Test("A JWT of the user is a credential too")
    func token() async throws {
        _ = try await database("token")
        let database = try await database("token", auth: .init(token: .bearer(Self.jwt)))
        let names = try await database.query(q: "SHOW DATABASES", epoch: .seconds)
        #expect(try #require(names.first?.series.first).values.contains([.string("token")]))
        #expect(try await database.ping().influxdbVersion.hasPrefix("1."))
    }

    @Test("Refusals have types, and a statement has its own")
    func refusals() async throws {
        let database = try await database("refusals")
        await #expect {
            try await database.write(db: "none", precision: .seconds, body: points)
        } throws: { error in
            guard case .notFound(let problem)? = InfluxDBAPI.Failure(error) else { return false }
            return problem.error == #"database not found: "none""#
        }
        await #expect {
            try await database.write(db: "refusals", precision: .seconds, body: "tea")
        } throws: { error in
            guard case .badRequest(let problem)? = InfluxDBAPI.Failure(error) else { return false }
            return problem.error == "unable to parse 'tea': missing fields"
        }
        let stranger = InfluxDBAPI(
            try RunningServer.configuration(),
            auth: .init(user: .basic(user: "ada", password: "canary")))
        await #expect {
            try await stranger.query(q: "SHOW DATABASES", epoch: .seconds)
        } throws: { error in
            guard case .unauthorized? = InfluxDBAPI.Failure(error) else { return false }
            return !"\(error)".contains("canary")
        }
        let results = try await database.query(
            q: "SHOW DATABASES; SELECT * FROM none..tea", epoch: .seconds)
        #expect(results.map(\.error) == [nil, "database not found: none"])
    }
}

extension Daemon {
    /// A database with users, which shares the secret `shared` for tokens.
    @Sendable static func influxDB() throws -> Daemon {
        try started("influxd", ports: 2) { folder, ports in
            try """
            reporting-disabled = true
            bind-address = "127.0.0.1:\(ports[1])"
            [meta]
            dir = "\(folder)/meta"
            [data]
            dir = "\(folder)/data"
            wal-dir = "\(folder)/wal"
            [http]
            bind-address = "127.0.0.1:\(ports[0])"
            auth-enabled = true
            shared-secret = "shared"
            """.write(to: folder + "/influxdb.conf")
            return ["-config", folder + "/influxdb.conf"]
        }
    }
}
