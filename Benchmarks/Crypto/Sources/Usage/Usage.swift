import FoundationEssentials
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
    public static func kibibytes(_ name: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }

    /// From here on `VmHWM:` is the most that there was since.
    public static func forgetPeak() throws {
        try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
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
