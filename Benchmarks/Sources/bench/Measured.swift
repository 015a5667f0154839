import Foundation

/// What a process took, the processes that it started and waited for among them.
struct Measured {
    var wall: Double
    var cpu: Double
    /// The memory of its largest process.
    var megabytes: Double
    /// The load of the machine when it ended.
    var load: Double

    /// Runs a program with its output in a file, and measures it.
    ///
    /// - Throws: ``BenchFailure`` if it can't be started or fails.
    static func run(_ program: String, _ arguments: [String], log: URL) throws -> Measured {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(
            &actions, STDOUT_FILENO, log.path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }

        var process: pid_t = 0
        let clock = ContinuousClock()
        let start = clock.now
        guard posix_spawnp(&process, program, &actions, nil, &words, environ) == 0 else {
            throw BenchFailure(what: "\(program) does not start")
        }
        var status: Int32 = 0
        var usage = rusage()
        guard wait4(process, &status, 0, &usage) == process else {
            throw BenchFailure(what: "\(program) is lost")
        }
        let wall = (clock.now - start) / .seconds(1)
        guard status == 0 else {
            let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
            throw BenchFailure(
                what: "\(program) \(arguments.prefix(4).joined(separator: " ")) … fails:\n"
                    + text.suffix(2_000))
        }
        return Measured(
            wall: wall, cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
            megabytes: Double(usage.ru_maxrss) / 1_024, load: currentLoad())
    }

    /// The run of the median wall time.
    static func median(of count: Int, _ run: () throws -> Measured) throws -> Measured {
        let runs = try (0..<count).map { _ in try run() }.sorted { $0.wall < $1.wall }
        return runs[count / 2]
    }

    /// The load average of the last minute.
    static func currentLoad() -> Double {
        var loads = [0.0, 0, 0]
        return getloadavg(&loads, 3) > 0 ? loads[0] : -1
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
    }
}

/// Why nothing could be measured.
struct BenchFailure: Error {
    var what: String
}
