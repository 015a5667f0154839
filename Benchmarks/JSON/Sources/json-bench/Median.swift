import Foundation

/// The CPU times of two tasks, in seconds, and their ratio.
struct Race {
    let ours: Double
    let theirs: Double
    /// The median of the ratios of theirs to ours, round by round.
    let ratio: Double

    /// Runs two tasks in turn, because the speed of a machine changes within seconds.
    init(of count: Int, _ ours: () async throws -> Void, _ theirs: () async throws -> Void)
        async rethrows
    {
        try await ours()
        try await theirs()
        var times: [(ours: Double, theirs: Double)] = []
        for _ in 0..<count {
            let start = cpuTime()
            try await ours()
            let middle = cpuTime()
            try await theirs()
            times.append((middle - start, cpuTime() - middle))
        }
        self.ours = median(times.map(\.ours))
        self.theirs = median(times.map(\.theirs))
        ratio = median(times.map { $0.theirs / $0.ours })
    }
}

private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// What this process has used of the processors.
private func cpuTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
}
