import Foundation
import Posthorn
import Servers
import TestSupport
import Testing

/// Calls of a real Prometheus, which collects its own metrics.
@Suite("Prometheus", .server(Daemon.prometheus), .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct PrometheusTests {
    private func metrics() throws -> PrometheusAPI {
        PrometheusAPI(try RunningServer.configuration())
    }

    /// Waits until the server has collected its metrics once.
    private func collecting() async throws -> PrometheusAPI {
        let metrics = try metrics()
        for _ in 0..<1_000 {
            if case .vector(let found) = try await metrics.query(query: "up"), !found.result.isEmpty
            {
                return metrics
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("the server collects nothing")
        return metrics
    }

    @Test("An expression has one of four results")
    func results() async throws {
        let metrics = try metrics()
        let time = Date(timeIntervalSince1970: 1_700_000_000.5)
        #expect(
            try await metrics.query(query: "1 / 0", time: time)
                == .scalar(.init(result: .init(time: time, value: "+Inf"))))
        #expect(
            try await metrics.query(query: #""tea""#, time: time)
                == .string(.init(result: .init(time: time, value: "tea"))))
        let vector = try await metrics.query(query: "vector(0 / 0)", time: time)
        guard case .vector(let found) = vector else {
            Issue.record("\(vector)")
            return
        }
        #expect(found.result.map(\.value.value) == ["NaN"])
        let matrix = try await metrics.queryRange(
            query: "vector(time())", start: time, end: time + 10, step: .seconds(5),
            timeout: .seconds(30))
        guard case .matrix(let series) = matrix else {
            Issue.record("\(matrix)")
            return
        }
        #expect(
            series.result.first?.values.map(\.value)
                == ["1700000000.5", "1700000005.5", "1700000010.5"])
        let seen = try RunningServer.curl(
            "/api/v1/query", "--data-urlencode", "query=1 / 0", "-d", "time=1700000000.5")
        #expect(seen.contains(#""result":[1700000000.5,"+Inf"]"#))
    }

    @Test("Labels, series, targets and metadata tell what is collected")
    func collection() async throws {
        let metrics = try await collecting()
        let instance = try #require(RunningServer.current).baseURL.dropFirst("http://".count)
        #expect(try await metrics.listLabels(match: ["up"]) == ["__name__", "instance", "job"])
        let values = try await metrics.listLabelValues(
            label: "instance", match: ["up", #"{job="none"}"#])
        #expect(values == ["\(instance)"])
        let series = try await metrics.listSeries(match: ["up"])
        #expect(series == [["__name__": "up", "job": "self", "instance": "\(instance)"]])
        let target = try #require(try await metrics.listTargets(state: .active).activeTargets.first)
        #expect(target.health == .up && target.lastError.isEmpty)
        #expect(target.labels["job"] == "self" && target.lastScrapeDuration > .zero)
        let metadata = try await metrics.listMetadata(metric: "go_goroutines")
        #expect(metadata["go_goroutines"]?.map(\.type) == ["gauge"])
    }

    @Test("Rules are of two types")
    func rules() async throws {
        let rules = try await metrics().listRules().groups.flatMap(\.rules)
        guard case .alerting(let alert) = rules.first, case .recording(let record) = rules.last
        else {
            Issue.record("\(rules)")
            return
        }
        #expect(alert.name == "Silence" && alert.query == "up == 0")
        #expect(record.name == "job:up:sum" && rules.count == 2)
        #expect(try await metrics().listRules(type: .alert).groups.first?.rules.count == 1)
    }

    @Test("The codes of errors are cases, with the reason")
    func errors() async throws {
        let metrics = try metrics()
        #expect(try await metrics.isReady() == "Prometheus Server is Ready.\n")
        #expect(try await metrics.getBuild().version.hasPrefix("2."))
        await #expect {
            try await metrics.query(query: "up{")
        } throws: { error in
            guard case .badData(let failure) = error as? PrometheusAPI.Query.Failure else {
                return false
            }
            return failure.apiError.envelopeError?.message.contains("unexpected end of input")
                == true
        }
        await #expect {
            try await metrics.query(query: "label_replace(up, \"a\", \"$1\", \"job\", \"(\")")
        } throws: { error in
            guard case .execution = error as? PrometheusAPI.Query.Failure else { return false }
            return true
        }
        await #expect {
            try await metrics.deleteSeries(match: ["up"])
        } throws: { error in
            guard case .unavailable? = PrometheusAPI.Failure(error) else { return false }
            return true
        }
    }
}

extension Daemon {
    /// A server with two rules that collects its own metrics each second.
    @Sendable static func prometheus() throws -> Daemon {
        try started("prometheus") { folder, ports in
            try """
            global: { scrape_interval: 1s }
            rule_files: [rules.yml]
            scrape_configs: [{ job_name: self, static_configs: [{ targets: ["127.0.0.1:\(ports[0])"] }] }]
            """.write(to: folder + "/prometheus.yml")
            try """
            groups:
              - name: tea
                rules: [{ alert: Silence, expr: up == 0 }, { record: "job:up:sum", expr: sum by (job) (up) }]
            """.write(to: folder + "/rules.yml")
            return [
                "--config.file", folder + "/prometheus.yml", "--storage.tsdb.path",
                folder + "/data",
                "--web.listen-address", "127.0.0.1:\(ports[0])",
            ]
        }
    }
}
