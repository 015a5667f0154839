internal import PosthornSpec

/// A draft of a spec from traffic.
package enum Inference {
    /// The spec, and what a user should know about it.
    package struct Result {
        /// The name of the file in the folder.
        package var name: String
        package var text: String
        package var report: [String]
        package var notes: [TrafficNote]
    }

    /// The host of requests whose host is a variable without a value.
    static let unknownHost = "host.invalid"

    /// Reads files, and writes the spec of one host.
    package static func run(
        _ files: [String], service: String, host: String? = nil
    ) throws(TrafficFailure) -> Result {
        var reader = TrafficReader()
        for file in files { try reader.read(file) }
        let filter = SampleFilter(reader.samples, host: host)
        guard !filter.samples.isEmpty else {
            let isNone = filter.host.isEmpty || filter.total == 0
            throw TrafficFailure(
                diagnostic: Diagnostic(
                    .error, path: files.first ?? "", mark: SourceMark(line: 1, column: 1),
                    rule: "a spec comes from requests to one host",
                    found: isNone
                        ? "no request of an API" : "none to '\(filter.host)'",
                    write: isNone
                        ? "a recording with such requests"
                        : "a host of the recording after '--host'"))
        }
        let draft = Draft(filter, service: service, secrets: reader.secrets)
        let (text, endpoints) = draft.spec(of: files.count)
        // The last look at what is written: a secret may stand where no value is expected.
        guard !SecretScan.finds(in: text) else {
            throw TrafficFailure(
                diagnostic: Diagnostic(
                    .error, path: files.first ?? "", mark: SourceMark(line: 1, column: 1),
                    rule: "a draft has no secrets",
                    found: "what looks like one in a name or a path of the API",
                    write: "a recording without it"))
        }
        let count = filter.samples.count
        let shown = filter.host == unknownHost ? "an unknown host" : filter.host
        var report = [
            "\(count) \(count == 1 ? "sample" : "samples") of \(shown): "
                + "\(endpoints) \(endpoints == 1 ? "endpoint" : "endpoints")"
        ]
        report += filter.skipped
        if reader.foreign > 0 {
            report.append("skipped \(reader.foreign) without a method and URL of HTTP")
        }
        return Result(
            name: "\(service.hasSuffix("API") ? String(service.dropLast(3)) : service).yaml",
            text: text, report: report, notes: reader.notes)
    }
}
