import Foundation

/// Runs the clients in turn, round by round, so that what else the machine does meets them all.
struct Bench {
    let server: Server
    let tools: String
    var rounds = 3
    var seconds = 1.0

    /// One run of one client.
    func sample(_ client: Client, _ words: [String]) throws -> Sample {
        if let path = words.first(where: { $0.hasPrefix("path=") }), words.contains("work=file") {
            // Who writes beside what the one before has left, to replace it at the end, needs memory
            // that a virtual machine has to ask for first.
            try? FileManager.default.removeItem(atPath: String(path.dropFirst(5)))
            sync()
        }
        let before = try server.connections()
        let result = try Shell.run(tools + "/" + client.program, client.words + words)
        var sample = try JSONDecoder().decode(Sample.self, from: Data(result.output.utf8))
        // The question for the number is a connection of its own.
        sample.connections = try server.connections() - before - 1
        if sample.errors > 0 {
            print("  \(client.name): \(sample.errors) errors, the first: \(result.messages)")
        }
        return sample
    }

    /// Prints a row for each client: rate and cost, and both as ratios to the first client's of the
    /// same round.
    func compare(
        _ title: String, _ clients: [Client], _ words: [String], unit: Row.Unit = .requests
    ) {
        print("\n\(title)")
        var samples: [[Sample?]] = []
        for _ in 0..<rounds {
            samples.append(
                clients.map { client in
                    do {
                        return try sample(client, words)
                    } catch {
                        print("  \(client.name): \(error)")
                        return nil
                    }
                })
        }
        for (index, client) in clients.enumerated() {
            let pairs: [(Sample, Sample)] = samples.compactMap { round in
                guard let own = round[index], let first = round[0] else { return nil }
                return (own, first)
            }
            if let row = Row(client.name, pairs) { print(row.text(unit)) }
        }
    }
}

/// The medians of a client over the rounds.
struct Row {
    enum Unit { case requests, bytes }

    private let name: String
    private let samples: [Sample]
    private let rateRatio: Double
    private let costRatio: Double

    init?(_ name: String, _ pairs: [(own: Sample, first: Sample)]) {
        guard !pairs.isEmpty else { return nil }
        self.name = name
        samples = pairs.map(\.own)
        rateRatio = pairs.map { $0.own.rate / $0.first.rate }.median
        costRatio = pairs.map { $0.own.cost / $0.first.cost }.median
    }

    func text(_ unit: Unit) -> String {
        let speed: String
        switch unit {
        case .requests:
            speed =
                Self.column(samples.map(\.rate).median, 0, 9) + " /s"
                + Self.column(samples.map(\.cost).median, 1, 10) + " us"
        case .bytes:
            let rate = samples.map { Double($0.bytes) / $0.seconds / 1e6 }.median
            speed =
                Self.column(rate, 0, 9) + " MB/s"
                + Self.column(
                    samples.map { $0.cpu / Double($0.bytes) * Double(1 << 30) }.median, 2, 8)
                + " s/GiB"
        }
        let connections = samples.compactMap(\.connections).map(Double.init).median
        return "  " + name.padding(toLength: 18, withPad: " ", startingAt: 0) + speed
            + "  x" + Self.column(rateRatio, 2, 5) + "  cpu x" + Self.column(costRatio, 2, 5)
            + Self.column(connections, 0, 7) + " conns"
            + Self.column(samples.map { Double($0.peak) / 1024 }.median, 0, 6) + " MiB" + parked
    }

    private var parked: String {
        let memory = samples.map { Double($0.parked) }.median
        return memory > 0 ? ", \(Int(memory / 1024)) MiB parked" : ""
    }

    static func column(_ value: Double, _ digits: Int, _ width: Int) -> String {
        let text = String(format: "%.\(digits)f", value)
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }
}

extension [Double] {
    var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}
