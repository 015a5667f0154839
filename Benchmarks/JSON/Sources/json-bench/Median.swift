import Foundation

/// The median CPU time of many runs, in seconds.
func median(of count: Int, _ run: () async throws -> Void) async rethrows -> Double {
    try await run()
    var times: [Double] = []
    for _ in 0..<count {
        let start = cpuTime()
        try await run()
        times.append(cpuTime() - start)
    }
    return times.sorted()[count / 2]
}

/// What this process has used of the processors.
private func cpuTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
}
