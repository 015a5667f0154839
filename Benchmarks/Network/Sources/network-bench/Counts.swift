import Foundation

// What noise can't touch: the difference of two runs of different length, so that what a process
// does to start and end cancels out.
extension Bench {
    /// Prints system calls, allocations and instructions per request.
    func counts(_ clients: [Client], concurrency: Int) {
        print("\nper request at \(concurrency) in flight: system calls, allocations, instructions")
        for client in clients {
            let parts = [
                count { try systemCalls(client, $0, concurrency) },
                count { try allocations(client, $0, concurrency) },
                count(1_000) { try instructions(client, $0, concurrency) },
            ]
            print(
                "  " + client.name.padding(toLength: 18, withPad: " ", startingAt: 0)
                    + Row.column(parts[0], 2, 8) + Row.column(parts[1], 1, 9)
                    + Row.column(parts[2], 0, 10))
        }
    }

    private func count(_ requests: Int = 4_000, _ run: (Int) throws -> Int) -> Double {
        do {
            let short = try run(requests)
            return Double(try run(requests * 3) - short) / Double(2 * requests)
        } catch {
            print("  \(error)")
            return .nan
        }
    }

    private func words(_ client: Client, _ total: Int, _ concurrency: Int) -> [String] {
        client.words + ["url=" + server.plain("/small"), "c=\(concurrency)", "total=\(total)"]
    }

    private func systemCalls(_ client: Client, _ total: Int, _ concurrency: Int) throws -> Int {
        guard let strace = Shell.find("strace") else { throw BenchError("no strace") }
        let report = server.folder + "/strace"
        _ = try Shell.run(
            strace,
            ["-f", "-c", "-o", report, tools + "/" + client.program]
                + words(client, total, concurrency))
        // "% time, seconds, usecs/call, calls, errors, syscall"; the last line is the sum.
        let line = try String(contentsOfFile: report, encoding: .utf8)
            .split(separator: "\n").last { $0.hasSuffix("total") }
        return line?.split(separator: " ").dropFirst(3).first.flatMap { Int($0) } ?? 0
    }

    private func allocations(_ client: Client, _ total: Int, _ concurrency: Int) throws -> Int {
        let messages = try Shell.run(
            tools + "/" + client.program, words(client, total, concurrency),
            environment: ["LD_PRELOAD": tools + "/libmalloc-counter.so"]
        ).messages
        return messages.split(separator: "\n").last { $0.hasPrefix("allocations ") }
            .flatMap { Int($0.dropFirst(12)) } ?? 0
    }

    private func instructions(_ client: Client, _ total: Int, _ concurrency: Int) throws -> Int {
        guard let valgrind = Shell.find("valgrind") else { throw BenchError("no valgrind") }
        guard let strip = Shell.find("strip") else { throw BenchError("no strip") }
        // valgrind 3.19 gives up on the debug information of clang and of AHC's libraries.
        let program = server.folder + "/" + client.program
        _ = try Shell.run(strip, ["-g", "-o", program, tools + "/" + client.program])
        let messages = try Shell.run(
            valgrind,
            [
                "--tool=callgrind", "--callgrind-out-file=" + server.folder + "/callgrind", program,
            ] + words(client, total, concurrency)
        ).messages
        return messages.split(separator: "\n").last { $0.contains("Collected") }?
            .split(separator: " ").last.flatMap { Int($0) } ?? 0
    }
}
