import Foundation

/// What a process holds, as Linux counts it.
public enum ProcessState {
    /// Open descriptors.
    public static var descriptors: Int { entries("/proc/self/fd").count }

    /// All threads.
    public static var threads: Int { entries("/proc/self/task").count }

    /// Threads with a name.
    public static func threads(named name: String) -> Int {
        var threads = entries("/proc/self/task")
        // A listing may miss threads while others begin and end.
        for _ in 0..<100 where threads.count < threadCount {
            threads = entries("/proc/self/task")
        }
        return threads.count { thread in
            let comm = try? String(
                contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)
            return comm?.trimmingCharacters(in: .whitespacesAndNewlines) == name
        }
    }

    /// How many threads there are, as the kernel counts them.
    private static var threadCount: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("Threads:") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }

    /// Resident memory in KiB.
    public static var residentKiB: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }

    /// Makes ``peakKiB`` start again from what is resident now.
    public static func resetPeak() {
        try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    }

    /// The most resident memory since ``resetPeak()``, in KiB.
    public static var peakKiB: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }

    private static func entries(_ path: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }
}
