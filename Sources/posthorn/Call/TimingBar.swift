internal import PosthornCore
internal import PosthornInterpreter

/// The times of a transfer, as a bar for each step.
struct TimingBar {
    /// The steps with their starts and ends.
    let steps: [(name: String, start: Duration, end: Duration)]

    init(_ metrics: TransportMetrics) {
        var steps: [(name: String, start: Duration, end: Duration)] = []
        var last = Duration.zero
        let ends: [(String, Duration?)] = [
            ("DNS", metrics.nameResolved), ("connect", metrics.connected),
            ("TLS", metrics.secured), ("first byte", metrics.firstByte), ("body", metrics.total),
        ]
        for case (let name, let end?) in ends {
            steps.append((name, last, max(last, end)))
            last = max(last, end)
        }
        self.steps = steps
    }

    func lines(_ palette: Palette, width: Int) -> [String] {
        let total = steps.last?.end ?? .zero
        guard total > .zero else { return [] }
        let columns = max(10, min(60, width - 26))
        let rows = steps.map { step in
            let start = Int((step.start / total * Double(columns)).rounded(.down))
            let end = max(start + 1, Int((step.end / total * Double(columns)).rounded()))
            let bar =
                String(repeating: " ", count: start) + String(repeating: "█", count: end - start)
            return step.name.padded(12) + palette.number(bar)
                + String(repeating: " ", count: max(1, columns + 2 - end))
                + Milliseconds.text(step.end - step.start)
        }
        let gap = String(repeating: " ", count: columns + 2)
        return rows + ["total".padded(12) + gap + Milliseconds.text(total)]
    }

    /// The times in milliseconds, for machines.
    var json: OrderedJSON {
        .object(
            steps.map { ($0.name, .value(Milliseconds.value($0.end - $0.start))) }
                + [("total", .value(Milliseconds.value(steps.last?.end ?? .zero)))])
    }
}
