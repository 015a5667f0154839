import Glibc

/// What this process has used so far.
struct Usage {
    /// Of the processors, in seconds.
    var cpu: Double
    /// Of the clock on the wall, in seconds.
    var time: Double

    static var now: Usage {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Usage(
            cpu: Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
                + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6,
            time: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }

    /// A size of this process in KiB, by its name in the process's status.
    static func memory(_ name: String) -> Int {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            guard text.hasPrefix(name + ":") else { continue }
            return text.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
        }
        return 0
    }
}
