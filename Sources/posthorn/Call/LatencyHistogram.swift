internal import PosthornCore
internal import PosthornInterpreter

/// The times of repeated calls.
struct LatencyHistogram {
    private let sorted: [Duration]
    /// The number of calls by the name of their outcome, such as `200`.
    let outcomes: [(name: String, count: Int)]
    private let elapsed: Duration
    private static let bars = 10

    init(_ times: [Duration], outcomes: [String], elapsed: Duration) {
        sorted = times.sorted()
        var counts: [String: Int] = [:]
        for outcome in outcomes { counts[outcome, default: 0] += 1 }
        self.outcomes = counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        self.elapsed = elapsed
    }

    private var rate: Double { Double(sorted.count) / max(elapsed / .seconds(1), 1e-9) }

    private func quantile(_ share: Double) -> Duration {
        guard !sorted.isEmpty else { return .zero }
        let index = Int((Double(sorted.count) * share).rounded(.up)) - 1
        return sorted[min(max(index, 0), sorted.count - 1)]
    }

    private var quantiles: [(name: String, time: Duration)] {
        [
            ("min", quantile(0)), ("p50", quantile(0.5)), ("p90", quantile(0.9)),
            ("p99", quantile(0.99)), ("max", quantile(1)),
        ]
    }

    func lines(_ palette: Palette, width: Int) -> [String] {
        let calls = outcomes.map { "\($0.count) × \($0.name)" }.joined(separator: ", ")
        let first =
            "\(sorted.count) calls in \(Milliseconds.text(elapsed)), "
            + "\(Int(rate.rounded())) per second: \(calls)"
        let times = quantiles.map { "\($0.name) \(Milliseconds.text($0.time))" }
        return [first, times.joined(separator: "  ")] + bars(palette, max(10, min(50, width - 30)))
    }

    private func bars(_ palette: Palette, _ columns: Int) -> [String] {
        guard let least = sorted.first, let most = sorted.last, most > least else { return [] }
        let step = (most - least) / Self.bars
        var counts = [Int](repeating: 0, count: Self.bars)
        for time in sorted {
            let place = Int((time - least) / step)
            counts[min(place, Self.bars - 1)] += 1
        }
        let largest = counts.max() ?? 1
        return counts.enumerated().map { index, count in
            let end = Milliseconds.text(least + step * (index + 1))
            let length = count == 0 ? 0 : max(1, count * columns / largest)
            return String(repeating: " ", count: max(0, 12 - end.count)) + "≤ \(end)  "
                + palette.number(String(repeating: "█", count: length)) + " \(count)"
        }
    }

    /// The numbers for machines; times are in milliseconds.
    var json: OrderedJSON {
        .object([
            ("calls", .number(sorted.count)), ("perSecond", .number(Int(rate.rounded()))),
            ("outcomes", .object(outcomes.map { ($0.name, .number($0.count)) })),
            ("latency", .object(quantiles.map { ($0.name, .value(Milliseconds.value($0.time))) })),
        ])
    }
}
