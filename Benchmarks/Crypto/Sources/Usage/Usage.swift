import Glibc

/// What the process takes.
public enum Usage {
    /// Processor time in seconds.
    public static func cpuTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }

    /// A line of `/proc/self/status` in KiB, such as `VmHWM:`.
    ///
    /// By the system's own calls, as is all here: what is measured is also the pages of the program that
    /// have been looked at, and those of Foundation's files and of Unicode are not what is asked for.
    public static func kibibytes(_ name: StaticString) -> Int {
        var status = [CChar](repeating: 0, count: 4096)
        let file = open("/proc/self/status", O_RDONLY)
        defer { close(file) }
        // A zero stays behind it.
        guard read(file, &status, status.count - 1) > 0 else { return 0 }
        return status.withUnsafeBufferPointer { status in
            guard let start = status.baseAddress,
                let line = name.withUTF8Buffer({ name in
                    name.withMemoryRebound(to: CChar.self) {
                        $0.baseAddress.flatMap { strstr(start, $0) }
                    }
                })
            else { return 0 }
            return strtol(line + name.utf8CodeUnitCount, nil, 10)
        }
    }

    /// From here on `VmHWM:` is the most that there was since.
    public static func forgetPeak() {
        let file = open("/proc/self/clear_refs", O_WRONLY)
        write(file, "5", 1)
        close(file)
    }
}

/// A number with some decimals.
public func text(_ value: Double, _ decimals: Int = 2) -> String {
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    let scaled = Int((value * factor).rounded())
    guard decimals > 0 else { return String(scaled) }
    let digits = String(abs(scaled) % Int(factor))
    return (scaled < 0 ? "-" : "") + "\(abs(scaled) / Int(factor))."
        + String(repeating: "0", count: decimals - digits.count) + digits
}
